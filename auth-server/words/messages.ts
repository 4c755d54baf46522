import type { Language } from './language.ts'

/** What a mail or text message with a login code says. */
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
