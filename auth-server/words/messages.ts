import type { SentCodePurpose } from '@vitrine/shared/otp/code.ts'
import type { Language } from './language.ts'

/** What a mail or text message with a code says. */
interface MessageWords {
  /** Without the code: mail servers log it, and locked screens show it. */
  mailSubject(app: string): string
  mailLead(app: string): string
  readonly validity: string
  readonly ignore: string
  text(app: string, code: string): string
}

export const MESSAGES: Readonly<Record<Language, MessageWords>> = {
  en: {
    mailSubject: app => `Your login code for ${app}`,
    mailLead: app => `Enter this code at ${app} to log in.`,
    validity: 'It works once, for 10 minutes. Never share it.',
    ignore: 'Didn’t request it? Ignore this email. No one can log in without the code.',
    text: (app, code) => `${code} is your code for ${app}. It is valid for 10 minutes. Never share it.`,
  },
  es: {
    mailSubject: app => `Tu código de acceso a ${app}`,
    mailLead: app => `Escribe este código en ${app} para entrar.`,
    validity: 'Vale durante 10 minutos y una sola vez. No se lo digas a nadie.',
    ignore: '¿No lo has pedido? Ignora este correo. Nadie puede entrar sin el código.',
    text: (app, code) => `${code} es tu codigo para ${app}. Vale durante 10 minutos. No se lo digas a nadie.`,
  },
  ja: {
    mailSubject: app => `${app} のログインコード`,
    mailLead: app => `${app} でこのコードを入力してログインしてください。`,
    validity: '有効期間は10分、使えるのは1回だけです。誰にも教えないでください。',
    ignore: 'お心当たりがない場合は、このメールを無視してください。コードがなければ誰もログインできません。',
    text: (app, code) => `${app} のコード: ${code} 有効期間は10分です。誰にも教えないでください。`,
  },
  ar: {
    mailSubject: app => `رمز الدخول إلى ${app}`,
    mailLead: app => `أدخل هذا الرمز في ${app} لتسجيل الدخول.`,
    validity: 'يصلح لمدة 10 دقائق ولمرة واحدة. لا تخبر به أحدًا.',
    ignore: 'لم تطلبه؟ تجاهل هذه الرسالة. لا أحد يستطيع الدخول بدون الرمز.',
    text: (app, code) => `رمزك في ${app}: ${code} لمدة 10 دقائق. لا تخبر به أحدًا.`,
  },
}

/** The same of a code that confirms a change of the account: of what else it says something else. */
export const STEP_UP_MESSAGES: Readonly<
  Record<Language, Pick<MessageWords, 'mailSubject' | 'mailLead' | 'ignore' | 'text'>>
> = {
  en: {
    mailSubject: app => `Confirm a change to your account at ${app}`,
    mailLead: app => `This code changes how you log in to ${app}.`,
    ignore:
      'Anyone with this code can open your account and wallets. Didn’t request it? Don’t enter it anywhere.',
    text: (app, code) =>
      `${code} lets you change how you log in to ${app}. If you did not request it, do not enter it anywhere.`,
  },
  es: {
    mailSubject: app => `Confirma un cambio en tu cuenta de ${app}`,
    mailLead: app => `Este código cambia cómo entras en ${app}.`,
    ignore:
      'Quien tenga este código puede abrir tu cuenta y tus monederos. ¿No lo has pedido? No lo escribas en ningún sitio.',
    text: (app, code) =>
      `${code} permite cambiar tu acceso a ${app}. Si no lo has pedido, no lo escribas en ningun sitio.`,
  },
  ja: {
    mailSubject: app => `${app} のアカウントの変更を確認してください`,
    mailLead: app => `このコードで ${app} へのログイン方法が変わります。`,
    ignore:
      'このコードを知った人は、あなたのアカウントとウォレットを開けます。お心当たりがない場合は、どこにも入力しないでください。',
    text: (app, code) => `${app} のログイン変更コード: ${code} 心当たりがなければ入力しないこと。`,
  },
  ar: {
    mailSubject: app => `أكّد تغييرًا في حسابك في ${app}`,
    mailLead: app => `هذا الرمز يغيّر طريقة دخولك إلى ${app}.`,
    ignore: 'من يملك هذا الرمز يستطيع فتح حسابك ومحافظك. لم تطلبه؟ لا تكتبه في أي مكان.',
    text: (app, code) => `رمز تغيير دخول ${app}: ${code} إن لم تطلبه فلا تكتبه.`,
  },
}

/** The same of a code that proves an address which is being added. */
export const LINK_MESSAGES: Readonly<
  Record<Language, Pick<MessageWords, 'mailSubject' | 'mailLead' | 'ignore'>>
> = {
  en: {
    mailSubject: app => `Confirm your email for ${app}`,
    mailLead: app => `Enter this code at ${app} to add this email to your account.`,
    ignore: 'Didn’t request it? Ignore this email. Nothing is added without the code.',
  },
  es: {
    mailSubject: app => `Confirma tu correo para ${app}`,
    mailLead: app => `Escribe este código en ${app} para añadir este correo a tu cuenta.`,
    ignore: '¿No lo has pedido? Ignora este correo. Sin el código no se añade nada.',
  },
  ja: {
    mailSubject: app => `${app} のメールアドレスの確認`,
    mailLead: app => `${app} でこのコードを入力すると、このメールアドレスがアカウントに追加されます。`,
    ignore: 'お心当たりがない場合は、このメールを無視してください。コードがなければ何も追加されません。',
  },
  ar: {
    mailSubject: app => `أكّد بريدك في ${app}`,
    mailLead: app => `أدخل هذا الرمز في ${app} لإضافة هذا البريد إلى حسابك.`,
    ignore: 'لم تطلبه؟ تجاهل هذه الرسالة. لا يُضاف شيء بدون الرمز.',
  },
}

type MfaWords = Pick<MessageWords, 'mailSubject' | 'mailLead' | 'ignore' | 'text'>

/** The same of a code that adds a second factor, or proves one: it signs, whatever it is asked for. */
export const MFA_MESSAGES: Readonly<
  Record<Language, { readonly enroll: MfaWords; readonly verify: MfaWords }>
> = {
  en: {
    enroll: {
      mailSubject: app => `Add your second step for ${app}`,
      mailLead: app => `Enter this code at ${app} to confirm your wallet with this email from now on.`,
      ignore: 'Didn’t request it? Ignore this email. Nothing is added without the code.',
      text: (app, code) => `${code} adds this number to your wallet at ${app}. Never share it.`,
    },
    verify: {
      mailSubject: app => `Confirm it’s you at ${app}`,
      mailLead: app => `This code lets your wallet at ${app} sign for five minutes.`,
      ignore:
        'Anyone with this code can move what’s in your wallet. Didn’t request it? Don’t enter it anywhere.',
      text: (app, code) =>
        `${code} lets your wallet at ${app} sign. If you did not request it, do not enter it anywhere.`,
    },
  },
  es: {
    enroll: {
      mailSubject: app => `Añade tu segundo paso en ${app}`,
      mailLead: app =>
        `Escribe este código en ${app} para confirmar tu monedero con este correo a partir de ahora.`,
      ignore: '¿No lo has pedido? Ignora este correo. Sin el código no se añade nada.',
      text: (app, code) => `${code} une este numero a tu monedero en ${app}. No se lo digas a nadie.`,
    },
    verify: {
      mailSubject: app => `Confirma que eres tú en ${app}`,
      mailLead: app => `Con este código tu monedero de ${app} puede firmar durante cinco minutos.`,
      ignore:
        'Quien tenga este código puede mover lo que hay en tu monedero. ¿No lo has pedido? No lo escribas en ningún sitio.',
      text: (app, code) =>
        `${code} permite firmar a tu monedero en ${app}. Si no lo has pedido, no lo escribas en ningun sitio.`,
    },
  },
  ja: {
    enroll: {
      mailSubject: app => `${app} の2段階目の確認を追加してください`,
      mailLead: app =>
        `${app} でこのコードを入力すると、今後このメールアドレスでウォレットの操作を確認します。`,
      ignore: 'お心当たりがない場合は、このメールを無視してください。コードがなければ何も追加されません。',
      text: (app, code) => `${app} のウォレットに番号を追加するコード: ${code} 誰にも教えないでください。`,
    },
    verify: {
      mailSubject: app => `${app} でのご本人確認`,
      mailLead: app => `このコードで、${app} のウォレットが5分間署名できるようになります。`,
      ignore:
        'このコードを知った人は、ウォレットの中身を動かせます。お心当たりがない場合は、どこにも入力しないでください。',
      text: (app, code) => `${app} のウォレット署名コード: ${code} 心当たりがなければ入力しないこと。`,
    },
  },
  ar: {
    enroll: {
      mailSubject: app => `أضف خطوتك الثانية في ${app}`,
      mailLead: app => `أدخل هذا الرمز في ${app} لتأكيد عمليات محفظتك بهذا البريد من الآن.`,
      ignore: 'لم تطلبه؟ تجاهل هذه الرسالة. لا يُضاف شيء بدون الرمز.',
      text: (app, code) => `رمز إضافة الرقم إلى محفظتك في ${app}: ${code} لا تخبر به أحدًا.`,
    },
    verify: {
      mailSubject: app => `أكّد أنك أنت في ${app}`,
      mailLead: app => `هذا الرمز يتيح لمحفظتك في ${app} التوقيع خمس دقائق.`,
      ignore: 'من يملك هذا الرمز يستطيع نقل ما في محفظتك. لم تطلبه؟ لا تكتبه في أي مكان.',
      text: (app, code) => `رمز توقيع محفظتك في ${app}: ${code} إن لم تطلبه فلا تكتبه.`,
    },
  },
}

/** What is said around a code, by what it does. */
export function wordsFor(purpose: SentCodePurpose, language: Language): MessageWords {
  const login = MESSAGES[language]
  switch (purpose) {
    case 'login':
      return login
    case 'link':
    case 'update':
      return { ...login, ...LINK_MESSAGES[language] }
    case 'step-up':
      return { ...login, ...STEP_UP_MESSAGES[language] }
    case 'mfa-enroll':
      return { ...login, ...MFA_MESSAGES[language].enroll }
    case 'mfa-verify':
      return { ...login, ...MFA_MESSAGES[language].verify }
  }
}
