import type { Language } from './language.ts'

/** What a person is told whose account was deleted. `app`: one line. */
interface DeletionWords {
  subject(app: string): string
  /** The person did it, in their account. */
  bySelf(app: string): string
  /** Its backend or an operator did it. */
  bySite(app: string): string
  what(app: string): string
  /** Of the text message too. */
  readonly notYou: string
  readonly notAsked: string
}

export const DELETION_NOTICES: Readonly<Record<Language, DeletionWords>> = {
  en: {
    subject: app => `Your account at ${app} was deleted`,
    bySelf: app => `Your account at ${app} was deleted. Someone who was logged in to it requested this.`,
    bySite: app => `${app} deleted your account.`,
    what: app =>
      `Your logins, your devices and the keys of your wallets there are gone from ${app}. If you log in again, you get a new account with new wallets.`,
    notYou: 'If this was not you, contact the support of the site right away.',
    notAsked: 'If you did not want this, contact the support of the site.',
  },
  es: {
    subject: app => `Se eliminó tu cuenta de ${app}`,
    bySelf: app => `Se eliminó tu cuenta de ${app}, como alguien pidió desde ella.`,
    bySite: app => `${app} eliminó tu cuenta.`,
    what: app =>
      `Tus accesos, tus dispositivos y las claves de tus monederos ya no están en ${app}. Si vuelves a entrar, será una cuenta nueva con monederos nuevos.`,
    notYou: 'Si no fuiste tú, avisa enseguida al soporte del sitio.',
    notAsked: 'Si no querías esto, avisa al soporte del sitio.',
  },
  ja: {
    subject: app => `${app} のアカウントが削除されました`,
    bySelf: app => `アカウントからの依頼により、${app} のアカウントが削除されました。`,
    bySite: app => `${app} があなたのアカウントを削除しました。`,
    what: app =>
      `ログイン方法、端末、ウォレットの鍵は ${app} から削除されました。もう一度ログインすると、新しいアカウントと新しいウォレットになります。`,
    notYou: 'お心当たりがない場合は、すぐにサイトのサポートにご連絡ください。',
    notAsked: '削除を望んでいない場合は、サイトのサポートにご連絡ください。',
  },
  ar: {
    subject: app => `حُذف حسابك في ${app}`,
    bySelf: app => `حُذف حسابك في ${app} بطلب جاء من داخله.`,
    bySite: app => `حذف ${app} حسابك.`,
    what: app =>
      `أُزيلت من ${app} طرق دخولك وأجهزتك ومفاتيح محافظك هناك. إذا سجّلت الدخول مرة أخرى فسيكون لك حساب جديد بمحافظ جديدة.`,
    notYou: 'إن لم تكن أنت فأخبر دعم الموقع فورًا.',
    notAsked: 'إن لم تكن تريد هذا فأخبر دعم الموقع.',
  },
}
