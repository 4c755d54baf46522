import type { CodePurpose } from '@vitrine/shared/otp/code.ts'
import type { Language } from './language.ts'

/** What a mail or text message with a code says. */
interface MessageWords {
  readonly direction: 'ltr' | 'rtl'
  /** Without the code: mail servers log it, and locked screens show it. */
  mailSubject(app: string): string
  mailLead(app: string): string
  readonly validity: string
  readonly ignore: string
  text(app: string, code: string): string
}

export const MESSAGES: Readonly<Record<Language, MessageWords>> = {
  en: {
    direction: 'ltr',
    mailSubject: app => `Your login code for ${app}`,
    mailLead: app => `Your code for ${app} is`,
    validity: 'It is valid for 10 minutes and works once. Never tell it to anyone.',
    ignore: 'If you did not ask for it, you can ignore this mail: nobody can log in without the code.',
    text: (app, code) =>
      `${code} is your code for ${app}. It is valid for 10 minutes. Never tell it to anyone.`,
  },
  es: {
    direction: 'ltr',
    mailSubject: app => `Tu código de acceso a ${app}`,
    mailLead: app => `Tu código para ${app} es`,
    validity: 'Vale durante 10 minutos y una sola vez. No se lo digas a nadie.',
    ignore: 'Si no lo has pedido, puedes ignorar este correo: nadie puede entrar sin el código.',
    text: (app, code) => `${code} es tu codigo para ${app}. Vale durante 10 minutos. No se lo digas a nadie.`,
  },
  ja: {
    direction: 'ltr',
    mailSubject: app => `${app} のログインコード`,
    mailLead: app => `${app} のコード`,
    validity: '有効期間は10分、使えるのは1回だけです。誰にも教えないでください。',
    ignore: 'お心当たりがない場合は、このメールを無視してください。コードがなければ誰もログインできません。',
    text: (app, code) => `${app} のコード: ${code} 有効期間は10分です。誰にも教えないでください。`,
  },
  ar: {
    direction: 'rtl',
    mailSubject: app => `رمز الدخول إلى ${app}`,
    mailLead: app => `رمزك في ${app} هو`,
    validity: 'يصلح لمدة 10 دقائق ولمرة واحدة. لا تخبر به أحدًا.',
    ignore: 'إذا لم تطلبه فتجاهل هذه الرسالة: لا أحد يستطيع الدخول بدون الرمز.',
    text: (app, code) => `رمزك في ${app}: ${code} لمدة 10 دقائق. لا تخبر به أحدًا.`,
  },
}

/** The same of a code that confirms a change of the account: of what else it says something else. */
export const STEP_UP_MESSAGES: Readonly<
  Record<Language, Pick<MessageWords, 'mailSubject' | 'mailLead' | 'ignore' | 'text'>>
> = {
  en: {
    mailSubject: app => `Confirm a change of your account at ${app}`,
    mailLead: app => `Your code to change how you log in to ${app} is`,
    ignore:
      'Whoever has this code can add their own login to your account and wallets. If you did not ask for it, do not enter it anywhere.',
    text: (app, code) =>
      `${code} lets you change how you log in to ${app}. If you did not ask for it, enter it nowhere.`,
  },
  es: {
    mailSubject: app => `Confirma un cambio en tu cuenta de ${app}`,
    mailLead: app => `Tu código para cambiar cómo entras en ${app} es`,
    ignore:
      'Quien tenga este código puede añadir su propio acceso a tu cuenta y a tus monederos. Si no lo has pedido, no lo escribas en ningún sitio.',
    text: (app, code) =>
      `${code} permite cambiar tu acceso a ${app}. Si no lo has pedido, no lo escribas en ningun sitio.`,
  },
  ja: {
    mailSubject: app => `${app} のアカウントの変更を確認してください`,
    mailLead: app => `${app} へのログイン方法を変更するためのコード`,
    ignore:
      'このコードを知った人は、あなたのアカウントとウォレットに自分のログイン方法を追加できます。お心当たりがない場合は、どこにも入力しないでください。',
    text: (app, code) => `${app} のログイン変更コード: ${code} 心当たりがなければ入力しないこと。`,
  },
  ar: {
    mailSubject: app => `أكّد تغييرًا في حسابك في ${app}`,
    mailLead: app => `رمزك لتغيير طريقة دخولك إلى ${app} هو`,
    ignore: 'من يملك هذا الرمز يستطيع إضافة دخوله إلى حسابك ومحافظك. إن لم تطلبه فلا تكتبه في أي مكان.',
    text: (app, code) => `رمز تغيير دخول ${app}: ${code} إن لم تطلبه فلا تكتبه.`,
  },
}

/** What is said around a code: of one that confirms a change, what it does. */
export const wordsFor = (purpose: CodePurpose, language: Language): MessageWords =>
  purpose === 'step-up' ? { ...MESSAGES[language], ...STEP_UP_MESSAGES[language] } : MESSAGES[language]
