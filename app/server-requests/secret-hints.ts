/**
 * Terms similar to those for secrets, in the languages in which forms are written, as users write them, and terms that
 * only look similar. `*` matches any further letters of a word or any word, `#` a number, `^` and `$` the beginning and
 * the end. Used by `secret-doubt.ts`. Pure data.
 */

export interface SecretHints {
  /** In any position. */
  readonly anywhere: string
  /** Only in the name of a field, because they mean other things in a sentence. */
  readonly asLabel: string
  /** Verbs that ask for something. Empty for scripts without spaces between words. */
  readonly verbs: string
}

export const secretHints = {
  en: {
    anywhere: `password*, passcode*, pass code*, passphrase*, pass phrase*, login detail*, credential*, secret word*,
      secret code*, secret number*, secret phrase*, secret answer*, memorable word*, recovery phrase*, recovery word*, recovery code*,
      recovery key*, recovery seed*, recovery passphrase*, seed phrase*, seed word*,
      backup phrase*, backup word*, backup code*, wallet phrase*, wallet word*, mnemonic*, # word phrase, your # words,
      the # words, # words of, # secret words, twelve words of, your twelve words, twenty four words,
      your pin, the pin, my pin, card pin, bank pin, pin of, pin code*, pin number*, pin for, pin you, your tan,
      one time code*, single use code*, login code*, sign in code*, sms code*, texted code*, verification code*,
      verify code*, security code*, access code*, unlock code*, authenticator code*, authenticator app, authentication code*,
      approval code*, # digit code, # digits on, code we sent, code we texted, code we just, code you received, code you got,
      code from your, code sent to, code in your, digits on the back, digits on your card, private key*, secret key*,
      api key*, api token*, access token*, session token*, bearer token*, encryption key*, decryption key*, your key,
      your access key, your * key, your * * key, card number*, card verification*, social security, mother s maiden name, bank login*,
      online banking*, private phrase*, unlock pattern*`,
    asLabel: `pin, ^tan$, mtan, itan, cvv, cvc, otp, 2fa, mfa, totp, ssn, psw, pswd, passwd, pwd, * key$, * keys$, ^# words$, ^# word$,
      security answer, auth code`,
    verbs: `enter, type, paste, provide, give, supply, input, insert, submit, tell, confirm, need*, require*, send, fill in,
      write, share, reply, answer, put, list, state, key in, verify, what is, what s, say, show, repeat, specify`
  },
  de: {
    anywhere: `*passwort*, *kennwort*, *kennwörter*, *losungswort*, *passphrase*, *passcode*, *geheimzahl*, *geheimnummer*,
      *geheimcode*, *geheimwort*, *geheimwörter*, *geheimphrase*, wiederherstellungsphrase*,
      wiederherstellungssatz*, wiederherstellungswort*, wiederherstellungswörter*, wiederherstellungscode*,
      wiederherstellungsschlüssel*, *sicherheitscode*,
      *sicherheitsnummer*, *bestätigungscode*, *zugangscode*, *zugangsdaten*, *anmeldedaten*, *logindaten*, *einmalcode*,
      *freischaltcode*, *entsperrcode*, *prüfnummer*, *prüfziffer*, *kartennummer*, *zugriffsschlüssel*,
      *zugangsschlüssel*, geheim* schlüssel*, privat* schlüssel*, privatschlüssel*, geheimschlüssel*, api schlüssel*,
      ihre pin, deine pin, die pin, der pin, eine pin, karten pin, ihre tan, deine tan, die tan, eine tan, *sms tan, smstan,
      pushtan, push tan, chiptan, fototan, phototan, mobile tan, tan nummer, tan eingeben, tan ein, ihre # wörter,
      deine # wörter, die # wörter, # wörter ihrer, # wörter deiner, merkwörter, seed wörter, seedphrase, code aus der sms,
      ihr schlüssel, deinen schlüssel, ihren schlüssel, code aus ihrer, code aus deiner`,
    asLabel: `pin, ^tan$, mtan, itan, * schlüssel$, ^# wörter$, geheimnis`,
    verbs: `gib, geben, eingeben, ein, tippe*, eintippen, nenne*, teile*, mitteilen, bestätig*, füge*, einfügen, schick*, sende*,
      schreib*, brauche*, benötig*, trag*, eintragen, wie lautet, wie ist`
  },
  fr: {
    anywhere: `mot de passe, mots de passe, mot secret, code confidentiel*, codes confidentiels, code secret*, code pin, code d accès,
      code de sécurité, code de vérification, code de validation, code de connexion, code de déverrouillage, code reçu, code sms,
      code à # chiffres, code à usage unique, code de la carte, code de votre carte, code de carte, cryptogramme*,
      phrase de récupération, phrase de passe, phrase secrète, phrase mnémonique, phrase de sauvegarde, phrase de restauration,
      phrase de départ, mots de récupération, vos # mots, les # mots, # mots de, clé privée, clé secrète, clé api, clé d api,
      clé d accès, clef privée, clef secrète, clef d accès, votre clé, votre clef, votre pin, le pin, identifiants de connexion,
      vos identifiants, jeton d accès, numéro de carte, numéro de sécurité sociale, données de connexion`,
    asLabel: `pin, ^clé *, ^clef *, ^# mots$, ^identifiants$`,
    verbs: `entre*, saisi*, tape*, donne*, indique*, fourni*, colle*, envoy*, confirm*, communique*, renseigne*, écri*, quel est, quelle est`
  },
  es: {
    anywhere: `contraseña*, clave secreta*, clave de acceso, clave personal, clave privada, clave de seguridad, clave bancaria,
      clave de la tarjeta, clave del banco, su clave, tu clave, código secreto, código de seguridad, código de verificación,
      código de acceso, código de confirmación, código pin, código sms, código de un solo uso, código que le, código que te,
      código recibido, código de # dígitos, frase de recuperación, frase semilla, frase secreta, frase de respaldo,
      frase de contraseña, palabras de recuperación, palabras semilla, palabra secreta, sus # palabras, tus # palabras,
      las # palabras, # palabras de, llave privada, llave secreta, número de tarjeta, número de la tarjeta, número secreto,
      tu pin, su pin, el pin, pin de, credenciales, datos de acceso`,
    asLabel: `pin, ^clave$, ^clave *, ^llave *, ^# palabras$`,
    verbs: `introdu*, ingres*, escrib*, teclee, digite, proporcion*, indi*, envi*, dé su, dé la, dé el, dame, denos, pegue, confirm*, facilit*, cuál es`
  },
  it: {
    anywhere: `parola d ordine, parola segreta, parola di accesso, codice segreto, codice pin, codice di sicurezza,
      codice di verifica, codice di accesso, codice di conferma, codice di sblocco, codice otp, codice monouso,
      codice dispositivo, codice sms, codice ricevuto, codice a # cifre, codice della carta, frase di recupero, frase seme,
      frase segreta, frase mnemonica, frase di backup, parole di recupero, parole segrete, tue # parole, sue # parole,
      le # parole, # parole di, chiave privata, chiave segreta, chiave api, chiave di accesso, tua chiave, sua chiave,
      numero di carta, numero della carta, il pin, tuo pin, suo pin, credenziali*, dati di accesso`,
    asLabel: `pin, ^chiave *, ^# parole$`,
    verbs: `inseri*, digit*, immett*, forni*, indic*, scriv*, invi*, incoll*, conferm*, comunic*, qual è`
  },
  pt: {
    anywhere: `senha*, palavra passe, palavras passe, palavra secreta, palavra de acesso, código secreto, código de segurança,
      código de verificação, código de acesso, código de confirmação, código pin, código sms, código recebido, código que enviamos,
      código de # dígitos, código do cartão, frase de recuperação, frase semente, frase secreta, frase mnemónica,
      frase mnemônica, palavras de recuperação, palavras semente, suas # palavras, tuas # palavras, as # palavras,
      # palavras de, # palavras da, chave privada, chave secreta, chave de acesso, chave api, chave de api, sua chave,
      tua chave, número do cartão, seu pin, teu pin, o pin, pin do, credenciais, dados de acesso`,
    asLabel: `pin, ^chave *, ^# palavras$`,
    verbs: `digite*, insira*, introduz*, inform*, forneç*, indiqu*, escrev*, envi*, cole, confirm*, qual é`
  },
  nl: {
    anywhere: `*wachtwoord*, *wachtzin*, toegangscode*, *pincode*, geheime code, geheim woord, geheime zin, geheime woorden,
      beveiligingscode*, verificatiecode*, bevestigingscode*, inlogcode*, ontgrendelcode*, eenmalige code, sms code,
      code uit de sms, herstelzin*, herstelwoord*, herstelcode*, herstelsleutel*, herstelfrase*, uw # woorden, je # woorden,
      de # woorden, # woorden van, privésleutel*, privé sleutel*, geheime sleutel*, toegangssleutel*, api sleutel*,
      uw sleutel, je sleutel, kaartnummer*, uw pin, je pin, de pin, inloggegevens, aanmeldgegevens`,
    asLabel: `pin, ^tan$, * sleutel$, ^# woorden$`,
    verbs: `voer, vul, typ*, geef, verstrek*, stuur, plak, bevestig*, schrijf, noem, wat is`
  },
  pl: {
    anywhere: `hasło*, hasła*, haseł*, tajne słowo, kod pin, kodu pin, twój pin, swój pin, pin do, pin karty, kod sms, kod z sms*,
      kod dostępu, kod bezpieczeństwa, kod weryfikacyjny, kod potwierdzający, kod jednorazowy, tajny kod, fraza odzyskiwania,
      frazę odzyskiwania, fraza seed, frazę seed, frazę tajną, słowa odzyskiwania, swoje # słowa, swoje # słów, # słów z,
      twoje # słów, klucz prywatny, klucz tajny, klucz dostępu, klucz api, twój klucz, swój klucz, numer karty,
      dane logowania, dane do logowania`,
    asLabel: `pin, ^klucz *, ^# słowa$, ^# słów$`,
    verbs: `podaj*, wpisz*, wprowadź*, prześlij*, wyślij*, wklej*, potwierdź*, napisz*, jaki jest`
  },
  ru: {
    anywhere: `парол*, кодовое слово, секретное слово, секретный код, секретные слова, пин код*, пинкод*, ваш пин, пин от, пин карты, код из смс, код из sms,
      код из сообщения, код смс, код подтверждения, код безопасности, код доступа, одноразовый код, код проверки, фраза восстановления,
      фразу восстановления, фразы восстановления, сид фраз*, сидфраз*, seed фраз*, секретная фраза, секретную фразу, мнемоническ*,
      слова восстановления, ваши # слова, ваши # слов, # слов от, приватный ключ, приватного ключа, закрытый ключ, секретный ключ,
      ключ доступа, ключ api, api ключ, ваш ключ, номер карты, номер вашей карты, учетные данные, данные для входа`,
    asLabel: `пин, pin, ^ключ *, * ключ$, ^# слова$, ^# слов$`,
    verbs: `введите, введи, укажите, укажи, вставьте, отправьте, напишите, сообщите, подтвердите, впишите, назовите, пришлите, какой`
  },
  tr: {
    anywhere: `şifre*, parola*, gizli kelime*, gizli kod*, gizli anahtar*, gizli ifade*, pin kod*, pin numara*, kart pin*, güvenlik kodu*, doğrulama kodu*,
      onay kodu*, erişim kodu*, tek kullanımlık *, sms kodu*, kurtarma *, özel anahtar*, erişim anahtar*, api anahtar*,
      # kelimeniz*, # kelimenizi, kart numara*, giriş bilgileri*`,
    asLabel: `pin, * anahtarı$, ^# kelime$`,
    verbs: `gir*, yaz*, ver*, gönder*, yapıştır*, doğrula*, paylaş*, nedir`
  },
  zh: {
    anywhere: `密码, 密碼, 口令, pin码, pin碼, 验证码, 驗證碼, 校验码, 校驗碼, 动态码, 動態碼, 安全码, 安全碼, 恢复短语, 恢復短語, 恢复词,
      恢复助记, 助记, 助記, 种子短语, 種子短語, 种子词, 私钥, 私鑰, 密钥, 密鑰, 秘钥, 秘鑰, 访问令牌, 存取權杖, 卡号, 卡號, 个单词, 個單詞,
      个助记, 登录凭证, 登入憑證, 取款密`,
    asLabel: '',
    verbs: ''
  },
  ja: {
    anywhere: `パスワード, パスコード, パスフレーズ, 暗証, pinコード, pin番号, ピンコード, 認証コード, 確認コード, 検証コード, セキュリティコード,
      セキュリティーコード, ワンタイム, リカバリーフレーズ, リカバリフレーズ, リカバリーコード, 復元フレーズ, 回復フレーズ, 復旧フレーズ, シードフレーズ,
      ニーモニック, 秘密の言葉, 秘密の質問, 秘密のフレーズ, 合言葉, 秘密鍵, アクセスキー, apiキー, アクセストークン, カード番号, 個の単語, 語の単語,
      単語のフレーズ, ログイン情報, 認証情報`,
    asLabel: '',
    verbs: ''
  },
  ko: {
    anywhere: `비밀번호, 비밀 번호, 비번, 암호, 핀번호, 핀 번호, pin번호, pin 번호, 인증번호, 인증 번호, 인증코드, 인증 코드, 보안코드, 보안 코드,
      복구 구문, 복구 문구, 복구구문, 복구 코드, 시드 구문, 시드 문구, 니모닉, 개인 키, 개인키, 비밀 키, 비밀키, 액세스 키, 접근 키, api 키, api키,
      카드 번호, 카드번호, 일회용, 개의 단어, 개 단어, 로그인 정보`,
    asLabel: '',
    verbs: ''
  }
} as const satisfies Readonly<Record<string, SecretHints>>

/** Text that only looks like one of the above, in a form that doesn't ask for any of them. */
export const harmlessHints = `
  passport*, key point*, key result*, key takeaway*, key contact*, key date*, key person*, key people, key message*, key question*,
  key feature*, key signature*, key account*, key metric*, key finding*, key word*, key phrase*, key value*, key stage*,
  key player*, issue key*, project key*, ticket key*, epic key*, primary key*, foreign key*, unique key*, sort key*,
  partition key*, cache key*, public * key*, public key*, translation key*, message key*, map key*, object key*, json key*, yaml key*,
  config* key*, setting* key*, dictionary key*, answer key*, shortcut key*, hot key*, musical key*, song key*, arrow key*,
  column key*, row key*, table key*, group key*, index key*, low key, turn key, registry key*, metadata key*,
  tag key*, label key*, property key*, attribute key*, field key*, document key*, idempotency key*, routing key*,
  api key name*, key name*, key id*, key type*, keyboard *, s3 key*, bucket key*, major key, minor key,
  postal code*, post code*, zip code*, country code*, area code*, promo code*, discount code*, coupon code*, voucher code*,
  source code*, error code*, status code*, exit code*, product code*, language code*, currency code*, airport code*, qr code*,
  bar code*, dress code*, tracking code*, booking code*, tan colo*, suntan*, tan lines,
  secret santa*, secret ingredient*, secret garden, victoria s secret, secret level*, secret recipe*,
  pin a *, pin an *, pin this *, pin it *, pin to the *, pin board*, pin note*, pin message*, pin post*, pin up*, pin color*,
  pin colour*, pin label*, pin title*, map pin*, gpio pin*, bowling pin*, pin layout*, pin location*,
  token count*, token limit*, token budget*, token usage, tokens used, recovery time*, recovery point*, recovery plan*,
  recovery rate*, recovery period*, recovery day*, recovery run*, recovery status, recovery strategy, disaster recovery *,
  recovery from *, recovery after *, at most # words, in # words, about # words, up to # words, max # words, maximum # words,
  at least # words, # words or *, # words per *, # words max*, # words at most, exactly # words, within # words,
  password polic*, password length, password manager*, password rule*, password strength, password expiry, password hint*,
  password reset *, access code of conduct, sms text, sms message*, sms template*, sms sender*, sms recipient*, login name*, login page*,
  login url*, login time*, login count*, login date*, last login*, login method*,
  schlüsselwort*, schlüsselwörter*, primärschlüssel*, fremdschlüssel*, öffentlicher schlüssel, öffentlichen schlüssel,
  wiederherstellungszeit*, wiederherstellungspunkt*, wiederherstellungsplan*, passwortlänge, passwortrichtlinie*,
  mot clé*, mots clés*, mot clef*, point clé*, points clés*, chiffre clé, chiffres clés, clé publique, clé primaire, clé étrangère,
  clé de voûte, clé usb, clé en main, palabra clave, palabras clave, punto clave, puntos clave, clave primaria, clave pública,
  clave foránea, clave de sol, mensaje clave, parola chiave, parole chiave, punto chiave, punti chiave, chiave pubblica,
  chiave primaria, chiave esterna, palavra chave, palavras chave, ponto chave, pontos chave, chave pública, chave primária,
  chave estrangeira, sleutelwoord*, publieke sleutel, openbare sleutel, primaire sleutel, słowo kluczowe, słowa kluczowe,
  klucz publiczny, klucz główny, klucz obcy, ключевое слово, ключевые слова, публичный ключ, открытый ключ, первичный ключ,
  внешний ключ, anahtar kelime*, genel anahtar*`

/** Long words that are also matched with one letter wrong, missing, extra, or swapped. */
export const misspelt = `password, passwort, kennwort, passcode, passphrase, contrasena, wachtwoord, mnemonic, credentials`
