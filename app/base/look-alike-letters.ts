/**
 * Each row: a Latin letter, and what looks like it after case and width are made equal. Written by
 * `node scripts/look-alikes.mjs` from Unicode's table of confusables (TR39).
 */
export const lookAlikeRows: readonly string[] = [
  'aɑαаᗅ⍺ꓮꭺ𐊠𖽀',
  'bƅβвьᏼᑲᖯᗷꓐꞵꮟ𐊂𐊡𐌁',
  'cςсᴄⲥꓚꮯ𐊢𐌂𐐽𐔜𑣩𑣲🝌',
  'dԁᑯᗞᗪꓒꓓꭰꮷ',
  'eεеҽ℮⋿ⴹꓰꬲꭼ𐊆𑣆𑣎',
  'fϝքᖴẝꓝꞙꬵ𐊇𐊥𐔥𑣂𝈓',
  'gƍɡԍցᏻᶃꓖꮐ',
  'hηнһհᕼⲏꓧꮋꮒ𐋏',
  'iıɩɪιіӏ⍳ꙇꭵ𑣃',
  'jʝϳјᒍꓙꭻ',
  'kκкᛕⲕꓗꮶ𐔘',
  'l1|ǀ׀וןا١۱ߊᒪᛁ∣⏽│ⲓⳑⵏꓡꓲꮮ𐊊𐌉𐌠𐑃𐔦𑣒𖼖𖼨𝈪𞣇',
  'mμϻмᗰᛖⲙꓟꮇ𐊰𐌑',
  'nոռⲛꓠ𐔓',
  'o0οσоօסه٥ھہە۵߀०০੦૦ଠ୦௦ం౦ಂ೦ംഠ൦ං๐໐ဝ၀ჿዐᴏᴑⲟⵔ〇ꓳꬽ𐊒𐊫𐐬𐓪𐔖𑓐𑣈𑣕𑣗𑣠',
  'pρрᑭ⍴ⲣꓑꮲ𐊕',
  'qԛգզⵕ',
  'rʀгᖇᴦⲅꓣꭇꭈꭱꮁꮢ𐓜𖼵𝈖',
  'sƽѕտꓢꜱꮥꮪ𐊖𐑈𑣁𖼺',
  'tτт⊤⟙ⲧꓔꭲ𐊗𐊱𐌕𖼊🝨',
  'uʋυսሀᑌᴜ∪⋃ꓴꞟꭎꭒ𐓶𑣘𖽂',
  'vνѵט٧۷ᐯᴠ∨⋁ⴸꓦꛟꮩ𐔝𑜆𑣀𖼈𝈍',
  'wɯѡԝաᴡꓪꮃꮤ𑜊𑜎𑜏𑣦𑣯',
  'x×χхᕁᕽ᙭᙮ᚷ╳⤫⤬⨯ⲭⵝꓫꭓ𐊐𐊴𐌗𐌢𐔧𑣬',
  'yɣʏγуүყᶌỿⲩꓬꭚꭹꮍ𐊲𑣜𖽃',
  'zζᴢꓜꮓ𐋵𑣄𑣉𑣥'
]
