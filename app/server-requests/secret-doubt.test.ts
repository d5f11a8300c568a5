import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../contract/json'
import { renderEnglish } from '../testing/in-english'
import { findSecretDoubt } from './secret-doubt'
import { findSecretFieldRefusal } from './secret-fields'
import { measureProcessorMs } from '../testing/processor-time'

const form = (name: string, field: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'string', ...field } }
})
/** Whether the form is refused or needs a second confirmation. */
const isStopped = (schema: JsonObject, message = '') =>
  findSecretFieldRefusal(schema, message) !== null || findSecretDoubt(schema, message) !== null

const labels: Readonly<Record<string, readonly string[]>> = {
  English: [
    'OpenAI key',
    'Your 24 words',
    'Recovery words',
    '12-word phrase',
    'Sign-in code',
    'Code we texted you',
    'Authenticator app code',
    'Memorable word',
    'Stripe key',
    'Login details',
    'Pasword',
    'Passwrod'
  ],
  German: [
    'TAN',
    'Wiederherstellungsphrase',
    'SMS-TAN',
    'Ihre 24 Wörter',
    'Zugangscode',
    'Geheimwort',
    'OpenAI-Schlüssel'
  ],
  French: [
    'Code confidentiel',
    'Phrase de récupération',
    'Vos 24 mots',
    'Code reçu par SMS',
    'Clé OpenAI',
    'Cryptogramme visuel'
  ],
  Spanish: [
    'Frase de recuperación',
    'Código de verificación',
    'Clave',
    'Tus 12 palabras',
    'Clave de acceso',
    'Número secreto'
  ],
  Italian: ['Frase di recupero', 'Codice segreto', 'Le 24 parole', 'Codice dispositivo', 'Chiave OpenAI'],
  Portuguese: [
    'Frase de recuperação',
    'Código de segurança',
    'Chave de acesso',
    'Palavra secreta',
    'As 12 palavras'
  ],
  Dutch: ['Herstelzin', 'Inlogcode', 'Geheime code', 'Je 24 woorden', 'OpenAI-sleutel'],
  Polish: ['Fraza odzyskiwania', 'Kod z SMS-a', 'Kod jednorazowy', 'Klucz OpenAI', 'Numer karty'],
  Russian: ['Фраза восстановления', 'Кодовое слово', 'Код из СМС', 'Ваши 24 слова', 'Ключ OpenAI'],
  Turkish: ['Şifreniz', 'Kurtarma ifadesi', 'Güvenlik kodu', 'Kart numarası'],
  Chinese: ['PIN码', '恢复短语', '您的24个单词', '动态口令', '安全码'],
  Japanese: ['リカバリーフレーズ', '24個の単語', '認証コード', '合言葉', 'ピンコード'],
  Korean: ['복구 구문', '인증번호', '24개의 단어', '보안 코드']
}

describe('ELIC-23: a form with terms similar to a secret', () => {
  it.each(Object.entries(labels).flatMap(([language, names]) => names.map((name) => [language, name])))(
    'SEC-11-11 is stopped in %s: %s',
    (_language, name) => {
      expect(isStopped(form(name))).toBe(true)
      expect(isStopped(form('answer', { title: name }))).toBe(true)
      expect(isStopped(form(name, { type: 'boolean' }))).toBe(false)
    }
  )

  it('names the field and the consequence', () => {
    const doubt = renderEnglish(findSecretDoubt(form('answer', { title: 'Code confidentiel' })))
    expect(doubt).toContain('“Code confidentiel”. That may be a secret')
    expect(doubt).toContain('gets what you submit exactly as you enter it')
  })

  it.each([
    'The 24 words of your wallet, in their order',
    'PIN of your card, four digits',
    'Le code confidentiel de votre carte',
    'Die PIN Ihrer Karte',
    'El código que le enviamos',
    '请输入您的恢复短语',
    '復元フレーズを入力してください'
  ])('SEC-11-11 is stopped by a description: %s', (description) => {
    expect(isStopped(form('answer', { description }))).toBe(true)
  })

  it.each([
    'To go on, type the PIN of your card',
    'Please write the 24 words of your wallet below.',
    'Reply with your OpenAI key.',
    'Gib bitte die PIN deiner Karte ein',
    'Entrez le code confidentiel de votre carte',
    'Introduzca la clave de acceso de su banco',
    'Inserisci il codice segreto della carta',
    'Digite a frase de recuperação da sua carteira',
    'Voer de herstelzin van je portemonnee in',
    'Podaj kod z SMS-a',
    'Введите код из СМС',
    'Kartınızın güvenlik kodunu girin',
    '请输入短信验证码',
    'カードの暗証番号を入力してください',
    '카드 비밀번호를 입력하세요'
  ])('SEC-11-11 is stopped by the message: %s', (message) => {
    expect(isStopped(form('answer'), message)).toBe(true)
    expect(isStopped({ type: 'object', properties: { sure: { type: 'boolean' } } }, message)).toBe(false)
  })
})

const denied: Readonly<Record<string, readonly string[]>> = {
  English: [
    'Do not share your PIN, just type it',
    'Do not share your PIN just type it',
    'Never tell anyone your PIN - enter it below',
    'Do not worry and enter your recovery phrase',
    'This is not a scam enter your PIN',
    'No password is needed, only enter your PIN',
    'Do not hesitate to enter your card PIN',
    'Your 24 words are not stored, please write them below',
    'You have not confirmed your recovery words yet, type all of them',
    'Nothing is sent without your PIN, so type it',
    'Your password has expired and you have to enter the old one again'
  ],
  German: [
    'Teilen Sie Ihre PIN nicht, tippen Sie sie nur ein',
    'Teilen Sie Ihre PIN nicht mit tippen Sie sie einfach ein',
    'Keine Sorge, geben Sie einfach Ihre PIN ein',
    'Keine Sorge geben Sie Ihre PIN ein',
    'Niemals weitersagen, sondern hier Ihre PIN eingeben'
  ],
  French: [
    'Ne partagez pas votre code confidentiel, saisissez le ici',
    'N’ayez jamais peur et entrez votre code confidentiel'
  ],
  Spanish: ['No comparta su clave, escriba la clave aquí', 'No se preocupe introduzca su clave de acceso'],
  Italian: [
    'Non condivida il codice segreto, lo inserisca qui',
    'Non si preoccupi inserisca il codice segreto'
  ],
  Portuguese: ['Não compartilhe a sua senha, digite aqui', 'Não se preocupe digite a frase de recuperação'],
  Dutch: ['Deel je pincode niet, typ hem hier', 'Geen zorgen, voer je pincode gewoon in'],
  Polish: ['Nie martw się i wpisz kod z SMS-a', 'Nie udostępniaj nikomu kodu PIN, wpisz go tutaj'],
  Russian: ['Не волнуйтесь и введите код из СМС', 'Не сообщайте никому пароль, просто введите его'],
  Turkish: ['Endişelenmeyin şifrenizi girin', 'Şifrenizi paylaşmayın, buraya yazın'],
  Chinese: ['请不要分享您的密码，直接输入即可', '不要担心请输入您的恢复短语'],
  Japanese: ['パスワードを共有しないで、ここに入力してください', '心配しないでパスワードを入力してください'],
  Korean: ['비밀번호를 공유하지 마시고 여기에 입력하세요', '걱정하지 마시고 비밀번호를 입력하세요']
}

describe('a form that negates one request and asks for a secret next to it', () => {
  it.each(Object.entries(denied).flatMap(([language, all]) => all.map((one) => [language, one])))(
    'SEC-11-11 is stopped despite the negation, in %s: %s',
    (_language, message) => {
      expect(isStopped(form('answer'), message)).toBe(true)
      expect(isStopped(form('answer', { description: message }))).toBe(true)
    }
  )

  it.each(['Your PIN', 'Geheimwort', '恢复短语'])('is checked by its label despite the rest: %s', (title) => {
    const description = 'Do not enter it. Niemals eingeben. 请不要输入您的密码'
    expect(isStopped(form('answer', { title, description }), 'Never enter your password.')).toBe(true)
  })
})

const honest = [
  'Pin a note',
  'Key points',
  'Token count',
  'Postal code',
  'Secret santa',
  'Issue key',
  'Primary key',
  'Sort key',
  'Musical key',
  'Keyboard layout',
  'Monkey',
  'Hockey team',
  'Tan colour',
  'Country code',
  'Promo code',
  'Source code',
  'QR code text',
  'Login name',
  'Recovery time objective',
  'Recovery plan',
  'Summary in 24 words',
  'Password policy',
  'Phone number',
  'Street and number',
  'Word of the day',
  'Passport number',
  'Passenger name',
  'Order confirmation',
  'Card title',
  'Business card',
  'Author',
  'Commit message',
  'Branch',
  'Stichwort',
  'Schlüsselwort',
  'Primärschlüssel',
  'Kartenfarbe',
  'Postleitzahl',
  'Geheimtipp',
  'Mot clé',
  'Points clés',
  'Code postal',
  'Palabra clave',
  'Código postal',
  'Mensaje clave',
  'Parola chiave',
  'Codice postale',
  'Codice fiscale azienda',
  'Palavra-chave',
  'Sleutelwoord',
  'Kod pocztowy',
  'Słowo kluczowe',
  'Почтовый индекс',
  'Ключевое слово',
  'Anahtar kelime',
  'Posta kodu',
  '邮政编码',
  '关键词',
  '郵便番号',
  'キーワード',
  '暗号資産の名前',
  '우편번호'
]

describe('a harmless form', () => {
  it.each(honest)('needs no confirmation: %s', (name) => {
    expect(renderEnglish(findSecretDoubt(form(name)))).toBeNull()
    expect(
      renderEnglish(findSecretDoubt(form('answer', { title: name, description: `The ${name}` })))
    ).toBeNull()
    expect(renderEnglish(findSecretFieldRefusal(form('answer', { title: name })))).toBeNull()
  })

  it.each([
    'Which project do you want to set up?',
    'Do not enter your password here.',
    'Never give anyone your PIN code.',
    'We will send a link to reset your password to this address.',
    'Enter the key points of the meeting.',
    'Please choose a name for the branch, and say who reviews it.',
    'Enter the postal code of the delivery address.',
    'Geben Sie hier niemals Ihr Passwort ein.',
    'Teilen Sie Ihr Passwort niemandem mit, und niemals am Telefon.',
    'Kein Passwort nötig.',
    'No password is needed.',
    'We never ask for your PIN.',
    'Never share or write down your PIN.',
    'You do not need your password for this.',
    'Enter your e-mail address to reset your password.',
    'Nunca comparta su contraseña.',
    'Non inserire mai la tua password qui.',
    'Nunca digite a sua senha aqui.',
    'Voer hier nooit je wachtwoord in.',
    'Deel je wachtwoord met niemand en nooit.',
    'Nigdy nie wpisuj tutaj hasła.',
    'Никогда не вводите здесь пароль.',
    'Şifrenizi asla girmeyin.',
    '비밀번호를 입력하지 마세요',
    'Welches Schlüsselwort soll gesucht werden?',
    'N’entrez jamais votre mot de passe ici',
    'Describe the bug in at most 24 words.',
    '请不要输入您的密码',
    'パスワードは入力しないでください'
  ])('needs no confirmation for its message: %s', (message) => {
    expect(renderEnglish(findSecretDoubt(form('answer'), message))).toBeNull()
  })

  it('is checked without delay, for any text from a server', async () => {
    const long = { type: 'string', title: 'a key b '.repeat(300), description: 'enter '.repeat(300) }
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field ${index}`, long]))
    const computed = await measureProcessorMs(() => {
      findSecretDoubt({ type: 'object', properties: many }, 'words '.repeat(4_000))
      findSecretDoubt(form('answer'), 'a'.repeat(20_000))
    })
    expect(computed).toBeLessThan(10_000)
  })
})
