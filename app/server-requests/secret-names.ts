/**
 * Terms for what mustn't go through a form, in the languages in which forms are written: patterns over lower-case words
 * without accents, separated by single spaces. `secret-fields.ts` decides which text of a form is checked. Pure.
 */

/** The end of a longer word is enough, as in “Benutzerpasswort”. */
const anyEnd = '(?:password|passwort|kennwort|wachtwoord|passord|losenord|passphrase|passcode)s?'
const passwords = [
  '\\p{L}*?' + anyEnd,
  'passwd|pwd|passkey|mdp|mots? de passe|contrasenas?|palavra passe|senha|parola d ordine|adgangskode|salasana',
  'haslo|heslo|jelszo|sifre|mat khau|kata sandi|пароль|парола|κωδικος προσβασης|סיסמה|סיסמא',
  'كلمة المرور|كلمة السر|رمز عبور|credentials?|zugangsdaten'
].join('|')

const keys = [
  '(?:api|access|private|secret|ssh|pgp|gpg|auth|encryption|signing|recovery|licen[cs]e|service account|master|wallet) ?keys?',
  '(?:api|geheimer|privater|wiederherstellungs|zugangs|zugriffs) ?schlussel|(?:api|geheime|prive) ?sleutel',
  'cles? (?:d )?(?:api|secretes?|privees?|acces)|(?:clave|llave)s? (?:de )?(?:api|secretas?|privadas?|acceso)',
  'chiave (?:api|segreta|privata)|chave (?:de )?(?:api|secreta|privada)|(?:секретныи|приватныи) ключ|ключ api|api ключ',
  '(?:personal )?(?:access|api|auth|bearer|refresh|session|identity|secret) tokens?|client secrets?|session cookie'
].join('|')

const tokens = 'token|bearer|jwt|jetons? d acces|secrets?|geheimnis|code secret|secreto'

const phrases = [
  '(?:seed|recovery|mnemonic|backup|secret|wallet) (?:phrase|words?)|mnemonic|phrase secrete|frase (?:semilla|semente|segreta)',
  '(?:recovery|backup|verification|security|login|one time|sms|auth|authentication|2fa|mfa) (?:codes?|passwords?)',
  'security (?:answer|question)|mother s maiden name|geheimzahl|sicherheitscode|codigo de seguridad'
].join('|')

const cards = [
  '(?:(?:credit|debit|bank|payment) ?)?card ?(?:number|no|num|code)|credit ?card|(?:kredit)?karten(?:pruf)?nummer',
  'kreditkarte|numeros? de (?:carte|tarjeta)|numero d[io] cart[ao]|numero do cartao|kaartnummer|номер карты',
  'cvv2?|cvc2?|card (?:verification|security) (?:code|value|number)|iban|ssn|social security (?:number|no)'
].join('|')

const pins =
  'pin|pin ?(?:code|number|nummer)|code pin|codice pin|пин код|otp|totp|one time (?:code|password|pin)|(?:2fa|mfa|security) code'

/** Scripts without spaces between words. */
const unspaced =
  /密码|密碼|口令|密钥|密鑰|私钥|私鑰|助记词|助記詞|验证码|驗證碼|信用卡号|信用卡號|パスワード|パスフレーズ|暗証番号|秘密鍵|apiキー|シークレット|カード番号|비밀번호|암호|개인키|카드 ?번호|รหัสผ่าน|पासवर्ड/u

const end = '\\d*(?=$| )'
const pattern = (...words: readonly string[]) => new RegExp(`(?:^| )(?:${words.join('|')})${end}`, 'u')
const asText = pattern(passwords, keys, tokens, phrases, cards, pins)
const asNumber = pattern(cards, pins)
const certain = pattern(passwords, keys, phrases, cards, 'pin ?(?:code|number)')

const anySecret = [passwords, keys, tokens, phrases, cards, pins].join('|')
/** The words before or after change the meaning: a password policy, the name of a key, a limit of tokens. */
const harmless = [
  `(?:${passwords}) (?:polic(?:y|ies)|length|strength|manager|rules?|expiry|expiration|age|rotation|protected|protection|less)`,
  `(?:${keys}|${tokens}) (?:polic(?:y|ies)|length|rotation|expiry|names?|ids?|labels?|types?|kind|symbol|limits?|count|budget|usage|price|format|size|scopes?|address)`,
  '(?:page|pagination|continuation|sync|cursor|design|stop|start|end) tokens?|public (?:ssh|gpg|pgp|api|signing) ?keys?',
  'pin (?:location|colou?r|message|board|position|size|an?|this|it|notes?|posts?|up)|(?:map|drop|postal|shipping) pin(?: code)?|secret santa',
  `(?:names?|titles?|labels?|length|number|kinds?|types?|ids?|age|expiry) of (?:the |your |an? )?(?:${anySecret})`,
  `(?:max|maximum|min|minimum|total) (?:${tokens})`
].join('|')
const spoken = `(?:reset|forgot|forgotten|change|rotate|generate|show|hide|require|share|expired|hashed) (?:the |your |an? )?(?:${anySecret})`

const anyHarmless = new RegExp(`(?:^| )(?:${harmless})${end}`, 'gu')
const anySpoken = new RegExp(`(?:^| )(?:${harmless}|${spoken})${end}`, 'gu')

/**
 * Whether the text names a secret. For numeric fields only some terms count, because tokens and keys may be counted.
 */
export function isSecretName(text: string, isNumber = false): boolean {
  const remaining = without(text, anyHarmless)
  return isNumber ? asNumber.test(remaining) : asText.test(remaining) || unspaced.test(remaining)
}

const verbs =
  'enter|type|paste|provide|give|supply|input|insert|submit|tell|confirm|needs?|requires?|send|fill in|gib|geben|eingeben|saisissez|entrez|introduzca|ingrese|escriba|inserisci|digite|informe|voer|введите'
const negation =
  /(?:^| )(?:not|never|no|don t|without|instead|nicht|keine?|nie|ne|jamais|nunca|sin|non|mai|nao|niet|не)(?= |$)/u
const asking = new RegExp(`(?:^| )(?:${verbs})(?: [\\p{L}\\p{N}]+){0,3}$`, 'u')
const beginning =
  /^(?:(?:your|the|an?|my|ihr|dein|das|votre|le|su|tu|la|il)(?: [\p{L}\p{N}]+){0,2}|[\p{L}\p{N}]*)$/u

/**
 * Whether a sentence asks for a secret and doesn't only mention one: shortly after a verb of asking, or at the
 * beginning of a field description. A negated sentence doesn't ask.
 */
export function asksForSecret(sentence: string, isDescription: boolean): boolean {
  if (negation.test(sentence)) return false
  const remaining = without(sentence, anySpoken)
  const found = certain.exec(remaining)
  if (found === null) return isDescription && unspaced.test(remaining)
  const before = remaining.slice(0, found.index).trim()
  return asking.test(before) || (isDescription && beginning.test(before))
}

function without(text: string, what: RegExp): string {
  return text.replaceAll(what, '').trim()
}
