/**
 * Finds what a sentence tells the user not to do: “do not enter”, “niemals … eingeben”, “请勿输入”. Removes only the
 * request that the negation applies to. A negation of something else doesn't cancel a request next to it. Expects text
 * from `spellings.ts`. Pure.
 */

/** Languages in which a negation precedes its verb, with little in between. */
const before: readonly { readonly no: string; readonly between?: string; readonly verbs: string }[] = [
  {
    no: '(?:do |does |must |should |can |may |will )?not|don t|dont|doesn t|cannot|can t|shouldn t|mustn t|won t|never|without',
    between: 'ever|to|be|please|any(?:one|body)',
    verbs:
      'enter|typ(?:e|ing)|past(?:e|ing)|provid|giv|suppl|input|insert|submit|tell|confirm|need|requir|necessary|send|fill|writ|shar|repl|put|disclos|reveal|us(?:e|ing)|ask|hand|show|say|state|stor'
  },
  {
    no: 'ne|n',
    between: 'pas|jamais|plus|surtout|nous|vous|le|la|les|lui|leur',
    verbs:
      'entre|saisi|tape|donne|indiqu|fourni|colle|envoy|confirm|communiqu|partag|divulg|utilis|ecri|revel'
  },
  {
    no: 'no|nunca|jamas',
    between: 'debe|debes|lo|la|los|las|se|le',
    verbs:
      'introdu|ingres|escrib|tecle|digit|proporcion|indi|envi|de|des|pegue|confirm|facilit|compart|revel|dig|us'
  },
  {
    no: 'non|mai',
    between: 'mai|lo|la|li|le|si|deve',
    verbs: 'inseri|digit|immett|forni|indic|scriv|invi|incoll|conferm|comunic|condivid|rivel|usa|usi|dia'
  },
  {
    no: 'nao|nunca|jamais',
    between: 'o|a|os|as|se|deve',
    verbs:
      'digit|insir|introduz|inform|fornec|indiqu|escrev|envi|col|confirm|compartilh|partilh|divulg|revel|us'
  },
  {
    no: '(?:nigdy )?nie',
    between: 'nalezy|wolno',
    verbs: 'poda|wpis|wprowadz|przes|wys|wklej|potwierdz|pisz|udostepnia|ujawnia|zdradza'
  },
  {
    no: '(?:никогда )?не',
    between: 'нужно|надо|следует',
    verbs: 'ввод|вве|указ|встав|отправ|пиш|напи|сообщ|подтвер|впис|назыв|назов|прис|дел|переда|раскры'
  }
]
const aheadOfVerb = before.map(
  ({ no, between = '', verbs }) =>
    `(?:${no})(?: (?:${between}))* (?:${verbs})\\p{L}*(?: (?:or|nor|ou|o|ni|e|lub|ani|или)(?: (?:${verbs})\\p{L}*)+)*`
)

/** Languages in which it follows, with the other half of the verb at the end, or precedes it at some distance. */
const germanicNo = 'nicht|niemals|nie|niemand\\p{L}*|niet|nooit'
const germanicVerbs =
  '(?:gib|geb|gebe|tipp|nenn|teil|bestatig|fug|schick|send|schreib|trag|eingeb|eintipp|eintrag|angeb|mitteil|verrat|weitergeb|benotig|brauch|voer|vul|typ|geef|gev|verstrek|stuur|plak|bevestig|schrijf|noem|deel|invoer|invul)\\p{L}*'
const noun = 'passwor[dt]|kennwort|wachtwoord|pin|pincode|tan|code|key|schlussel|sleutel|passphrase|token'
const aroundVerb = [
  `${germanicVerbs}(?: (?!(?:${germanicVerbs})(?= |$))\\S+){0,5} (?:${germanicNo})(?:(?: (?!(?:${germanicVerbs})(?= |$))\\S+){0,4} (?:ein|mit|an|weiter|in|door)(?= *$))?`,
  `(?:${germanicNo})(?: \\S+){0,3} ${germanicVerbs}`,
  `(?:keine?n?|kein|geen) (?:${noun})\\p{L}*(?: (?:${germanicVerbs}|ein|notig|erforderlich|nodig))*`
]

const others = [
  // A suffix.
  '(?:asla )?\\p{L}{2,}m[ae]yi?ı?n\\p{L}*',
  // Nothing is requested, or someone else does it.
  `no (?:${noun})s?(?: (?:is|are|needed|required|necessary))*`,
  '(?:we|i) (?:will|ll|can|have)?(?: then)? ?(?:send|sent|text|email|verify|confirm|show)'
]

const governed = new RegExp(
  `(?:^|(?<= ))(?:${[...aheadOfVerb, ...aroundVerb, ...others].join('|')})(?=$| )`,
  'gu'
)

/** Scripts without spaces between words. */
const unspacedVerbs = '输入|輸入|填写|填寫|分享|提供|透露|告诉|告訴|发送|發送|泄露'
const governedUnspaced = new RegExp(
  [
    `(?:不要|请勿|請勿|切勿|勿|别|不得)(?:在此|在这里|向任何人|再)?(?:${unspacedVerbs})`,
    '(?:入力|記入|送信|共有|教え|書か|伝え)を?し?ないで(?:ください)?|入力不要',
    '(?:입력|공유|제공|전송|말|적|보내|알려)(?:하|주)?지 ?(?:마세요|마십시오|마시고|말)'
  ].join('|'),
  'gu'
)
const askingUnspaced = new RegExp(
  `${unspacedVerbs}|入力|記入|送信|教えて|書いて|입력|적어|적으|보내|알려|말씀`,
  'u'
)

export interface RequestedText {
  /** Without the negated request. */
  readonly words: string
  readonly isDenied: boolean
  /** Whether the rest still contains a request in a script without spaces. */
  readonly asksUnspaced: boolean
}

export function withoutNegations(text: string): RequestedText {
  const remaining = text.replaceAll(governed, ' ').replaceAll(governedUnspaced, ' ')
  return {
    words: remaining.replaceAll(/ +/g, ' ').trim(),
    isDenied: remaining !== text,
    asksUnspaced: askingUnspaced.test(remaining)
  }
}
