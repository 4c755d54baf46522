import type { StepUpPurpose } from '@vitrine/shared/api/step-up.ts'
import { addressOfSubject } from '@vitrine/shared/login/define.ts'
import { ASKED_FROM_WORDS, type SaidRow, sayPlace } from './asked-from.ts'
import type { Language } from './language.ts'

/** A way in as its person knows it: the whole address, or what it is. */
interface NamedAccount {
  readonly type: string
  readonly subject: string
  readonly details?: { readonly phoneNumber?: unknown }
}

/** What became of an account, as its addresses are told. Times are unix ms. */
export interface AccountNotice {
  readonly appName: string
  readonly language: Language
  /** `limit`: a delegate of theirs was refused. That an account was deleted is another message. */
  readonly kind: Exclude<StepUpPurpose, 'delete'> | 'device' | 'merge' | 'limit' | 'mfa-reset'
  readonly added: NamedAccount | null
  readonly removed: NamedAccount | null
  /** Browser and system that it was done with. */
  readonly madeWith: string | null
  /** Where on the Internet, of `placeOf`. */
  readonly network?: string | null
  /** The name of that place, of `Context.placeName`. */
  readonly place?: string | undefined
  readonly at: number
  /** The site's picture (`messages/mail-icon.ts`). */
  readonly icon?: string | undefined
  /** The wallet origin. */
  readonly origin: string
  /** The link that undoes it, and until when; `null` for an address that came only just. */
  readonly undo: { readonly url: string; readonly until: number } | null
}

interface NoticeWords {
  readonly direction: 'ltr' | 'rtl'
  subject(kind: AccountNotice['kind'], app: string): string
  lead(kind: AccountNotice['kind'], names: { added: string; removed: string; app: string }): string
  readonly isYou: string
  readonly notYou: string
  readonly undo: string
  what(until: string): string
  readonly support: string
  /** Of the text message, before the link. */
  readonly notYouShort: string
  readonly passkey: string
  wallet(address: string): string
  readonly siteAccount: string
  readonly another: string
}

export const ACCOUNT_NOTICES: Readonly<Record<Language, NoticeWords>> = {
  en: {
    direction: 'ltr',
    subject: (kind, app) =>
      ({
        link: `A login was added to your account at ${app}`,
        update: `A login for your account at ${app} was changed`,
        unlink: `A login was removed from your account at ${app}`,
        device: `A new device logged in to your account at ${app}`,
        recovery: `The recovery of your wallets at ${app} was changed`,
        import: `A wallet was imported into your account at ${app}`,
        export: `A wallet’s key was shown in your account at ${app}`,
        delegate: `${app} can now use one of your wallets`,
        limit: `${app} asked for more than you allowed`,
        allow: `A new login or device of your account at ${app} was allowed`,
        refuse: `A new login or device of your account at ${app} was refused`,
        merge: `Two accounts at ${app} were combined`,
        mfa: `The second step of your wallet at ${app} was changed`,
        'mfa-reset': `The second steps of your wallet at ${app} are about to be removed`,
        data: `Your data was downloaded from your account at ${app}`,
      })[kind],
    lead: (kind, { added, removed, app }) =>
      ({
        link: `${added} was added to your account at ${app}. It opens your account and wallets.`,
        update: `${added} replaced ${removed} in your account at ${app}. It opens your account and wallets.`,
        unlink: `${removed} was removed from your account at ${app}. It no longer logs you in.`,
        device: `Someone logged in to your account at ${app} on a new device.`,
        recovery: `The recovery of your wallets at ${app} was changed. The old one no longer opens them on a new device.`,
        import: `${added} was imported into your account at ${app}. Anyone who has its key elsewhere can still use it.`,
        export: `The key of ${added} at ${app} was shown. Anyone who saw it can take everything in that wallet.`,
        delegate: `${app} can now use ${added} within limits. It does not have to ask you each time.`,
        limit: `${app} tried to do more with ${added} than you allowed. We blocked it. You can stop it in your account.`,
        allow: `A new login or device may now sign for your account at ${app}. It may also change how you log in.`,
        refuse: `A new login or device of your account at ${app} was refused. All other devices are logged out. Its changes are undone.`,
        merge: `Your account at ${app} was combined with another one. The logins of both now open the wallets of both.`,
        mfa: `A second step of your wallet at ${app} was added, removed or changed.`,
        'mfa-reset': `${app} was asked to remove every second step of your wallet. This takes at least three days. You can stop it until then.`,
        data: `Everything stored about you at ${app} was downloaded. It contains no wallet keys.`,
      })[kind],
    isYou: 'If this was you, you can ignore this email.',
    notYou: 'If it wasn’t you, click here right away:',
    undo: 'This wasn’t me',
    what: until =>
      `This logs out every device and undoes the change. Nothing can be signed for a day or more. The link works until ${until}.`,
    support: 'If this was not you, contact the support of the site.',
    notYouShort: 'Not you?',
    passkey: 'A passkey',
    wallet: address => `The wallet ${address}`,
    siteAccount: 'An account of the site',
    another: 'A login',
  },
  es: {
    direction: 'ltr',
    subject: (kind, app) =>
      ({
        link: `Se añadió un acceso a tu cuenta de ${app}`,
        update: `Se cambió un acceso de tu cuenta de ${app}`,
        unlink: `Se quitó un acceso de tu cuenta de ${app}`,
        device: `Un dispositivo nuevo entró en tu cuenta de ${app}`,
        recovery: `Se cambió la recuperación de tus monederos en ${app}`,
        import: `Se importó un monedero en tu cuenta de ${app}`,
        export: `Se mostró la clave de un monedero en tu cuenta de ${app}`,
        delegate: `${app} puede usar un monedero tuyo`,
        limit: `${app} pidió más de lo que permitiste`,
        allow: `Se permitió un acceso o dispositivo nuevo en tu cuenta de ${app}`,
        refuse: `Se rechazó un acceso o dispositivo nuevo en tu cuenta de ${app}`,
        merge: `Dos cuentas de ${app} ahora son una`,
        mfa: `Se cambió el segundo paso de tu monedero en ${app}`,
        'mfa-reset': `Se van a quitar los segundos pasos de tu monedero en ${app}`,
        data: `Se descargaron los datos de tu cuenta de ${app}`,
      })[kind],
    lead: (kind, { added, removed, app }) =>
      ({
        link: `Se añadió ${added} a tu cuenta de ${app}. Da acceso a tu cuenta y a tus monederos.`,
        update: `${added} sustituye a ${removed} en tu cuenta de ${app}. Da acceso a tu cuenta y a tus monederos.`,
        unlink: `Se quitó ${removed} de tu cuenta de ${app}. Ya no te permite entrar.`,
        device: `Alguien entró en tu cuenta de ${app} con un dispositivo nuevo.`,
        recovery: `Se cambió la recuperación de tus monederos en ${app}. Lo que los abría en un dispositivo nuevo ya no los abre.`,
        import: `Se importó ${added} en tu cuenta de ${app}. Quien tenga su clave en otro sitio puede seguir usándolo.`,
        export: `Se mostró la clave de ${added} en ${app}. Quien la haya visto puede llevarse todo lo que hay en ese monedero.`,
        delegate: `${app} ya puede usar ${added} con límites. Puede hacerlo sin preguntarte cada vez.`,
        limit: `${app} pidió de ${added} más de lo que permitiste. Se rechazó. Puedes detenerlo en tu cuenta.`,
        allow: `Un acceso o dispositivo nuevo ya puede firmar en tu cuenta de ${app}. También puede cambiar tus accesos.`,
        refuse: `Se rechazó un acceso o dispositivo nuevo en tu cuenta de ${app}. Los demás dispositivos ya no tienen sesión. Se deshizo lo que cambió.`,
        merge: `Tu cuenta de ${app} y otra ahora son una sola. Los accesos de ambas abren los monederos de ambas.`,
        mfa: `Se añadió, quitó o cambió un segundo paso de tu monedero en ${app}.`,
        'mfa-reset': `Alguien pidió a ${app} quitar todos los segundos pasos de tu monedero. Esto espera tres días o más. Hasta que se haga, puedes detenerlo.`,
        data: `Se descargó todo lo que ${app} guarda sobre ti. No contiene la clave de ningún monedero.`,
      })[kind],
    isYou: 'Si fuiste tú, ignora este correo.',
    notYou: 'Si no fuiste tú, pulsa aquí enseguida:',
    undo: 'No fui yo',
    what: until =>
      `Cierra la sesión en todos los dispositivos y deshace el cambio. No se podrá firmar durante un día o más. El enlace funciona hasta el ${until}.`,
    support: 'Si no fuiste tú, avisa al soporte del sitio.',
    notYouShort: '¿No fuiste tú?',
    passkey: 'Una llave de acceso',
    wallet: address => `El monedero ${address}`,
    siteAccount: 'Una cuenta del sitio',
    another: 'Un acceso',
  },
  ja: {
    direction: 'ltr',
    subject: (kind, app) =>
      ({
        link: `${app} のアカウントにログイン方法が追加されました`,
        update: `${app} のアカウントのログイン方法が変更されました`,
        unlink: `${app} のアカウントからログイン方法が削除されました`,
        device: `${app} のアカウントに新しい端末からログインがありました`,
        recovery: `${app} のウォレットの復元方法が変更されました`,
        import: `${app} のアカウントにウォレットが取り込まれました`,
        export: `${app} のアカウントでウォレットの鍵が表示されました`,
        delegate: `${app} があなたのウォレットを使えるようになりました`,
        limit: `${app} が許可を超える操作を求めました`,
        allow: `${app} のアカウントで新しいログイン方法または端末が許可されました`,
        refuse: `${app} のアカウントで新しいログイン方法または端末が拒否されました`,
        merge: `${app} の2つのアカウントが1つになりました`,
        mfa: `${app} のウォレットの2段階目の確認が変更されました`,
        'mfa-reset': `${app} のウォレットの2段階目の確認がすべて削除されます`,
        data: `${app} のアカウントのデータがダウンロードされました`,
      })[kind],
    lead: (kind, { added, removed, app }) =>
      ({
        link: `${app} のアカウントに ${added} が追加されました。アカウントとウォレットを開くことができます。`,
        update: `${app} のアカウントの ${removed} が ${added} に変更されました。新しい方法でアカウントとウォレットを開くことができます。`,
        unlink: `${app} のアカウントから ${removed} が削除されました。今後はログインに使えません。`,
        device: `${app} のアカウントに、これまで使われていない端末からログインがありました。`,
        recovery: `${app} のウォレットの復元方法が変更されました。これまでの方法では、新しい端末でウォレットを開けなくなりました。`,
        import: `${added} が ${app} のアカウントに取り込まれました。別の場所に鍵を持つ人は、引き続き使えます。`,
        export: `${app} で ${added} の鍵が表示されました。鍵を見た人は、そのウォレットの中身をすべて持ち出せます。`,
        delegate: `${app} が上限の範囲で ${added} を使えるようになりました。毎回確認せずに使えます。`,
        limit: `${app} が ${added} について許可を超える操作を求め、拒否されました。アカウントで停止できます。`,
        allow: `${app} のアカウントの新しいログイン方法または端末が署名できるようになりました。ログイン方法も変更できます。`,
        refuse: `${app} のアカウントの新しいログイン方法または端末が拒否されました。ほかのすべての端末はログアウトされ、その変更は取り消されました。`,
        merge: `${app} のアカウントが別のアカウントと1つになりました。両方のログイン方法で、両方のウォレットを開くことができます。`,
        mfa: `${app} のウォレットで、ログインのほかに行う確認の方法が追加、削除または変更されました。`,
        'mfa-reset': `ウォレットの2段階目の確認をすべて削除するよう、${app} に依頼がありました。削除まで3日以上あります。それまでは中止できます。`,
        data: `${app} に保存されているあなたのデータがすべてダウンロードされました。ウォレットの鍵は含まれていません。`,
      })[kind],
    isYou: 'ご本人の操作であれば、このメールは無視してください。',
    notYou: 'お心当たりがない場合は、すぐにこちらを押してください:',
    undo: '自分ではありません',
    what: until =>
      `すべての端末がログアウトされ、変更が取り消されます。署名は1日以上できません。リンクは ${until} まで有効です。`,
    support: 'お心当たりがない場合は、サイトのサポートにご連絡ください。',
    notYouShort: 'お心当たりがない場合:',
    passkey: 'パスキー',
    wallet: address => `ウォレット ${address}`,
    siteAccount: 'サイトのアカウント',
    another: 'ログイン方法',
  },
  ar: {
    direction: 'rtl',
    subject: (kind, app) =>
      ({
        link: `أُضيفت طريقة دخول إلى حسابك في ${app}`,
        update: `تغيّرت طريقة دخول إلى حسابك في ${app}`,
        unlink: `أُزيلت طريقة دخول من حسابك في ${app}`,
        device: `جهاز جديد دخل إلى حسابك في ${app}`,
        recovery: `تغيّرت استعادة محافظك في ${app}`,
        import: `استُوردت محفظة إلى حسابك في ${app}`,
        export: `عُرض مفتاح محفظة في حسابك في ${app}`,
        delegate: `صار بإمكان ${app} استعمال محفظة لك`,
        limit: `طلب ${app} أكثر مما سمحت به`,
        allow: `سُمح لطريقة دخول أو لجهاز جديد في حسابك في ${app}`,
        refuse: `رُفضت طريقة دخول أو جهاز جديد في حسابك في ${app}`,
        merge: `صار حسابان في ${app} حسابًا واحدًا`,
        mfa: `تغيّرت الخطوة الثانية لمحفظتك في ${app}`,
        'mfa-reset': `ستُزال كل الخطوات الثانية لمحفظتك في ${app}`,
        data: `نُزّلت بياناتك من حسابك في ${app}`,
      })[kind],
    lead: (kind, { added, removed, app }) =>
      ({
        link: `أُضيف ${added} إلى حسابك في ${app}. وهو يفتح حسابك ومحافظك.`,
        update: `حلّ ${added} محل ${removed} في حسابك في ${app}. وهو يفتح حسابك ومحافظك.`,
        unlink: `أُزيل ${removed} من حسابك في ${app}. لم يعد يصلح للدخول.`,
        device: `دخل أحدهم إلى حسابك في ${app} من جهاز جديد.`,
        recovery: `تغيّرت استعادة محافظك في ${app}. ما كان يفتحها على جهاز جديد لم يعد يفتحها.`,
        import: `استُوردت ${added} إلى حسابك في ${app}. من لديه مفتاحها في مكان آخر يستطيع استعمالها.`,
        export: `عُرض مفتاح ${added} في ${app}. من رآه يستطيع أخذ كل ما في المحفظة.`,
        delegate: `صار بإمكان ${app} استعمال ${added} ضمن حدود. ويمكنه ذلك دون أن يسألك كل مرة.`,
        limit: `طلب ${app} من ${added} أكثر مما سمحت به. رُفض الطلب. يمكنك إيقافه في حسابك.`,
        allow: `صار بإمكان طريقة دخول أو جهاز جديد التوقيع في حسابك في ${app}. ويمكنه أيضًا تغيير طرق دخولك.`,
        refuse: `رُفضت طريقة دخول أو جهاز جديد في حسابك في ${app}. خرجت كل الأجهزة الأخرى. أُلغي ما تغيّر بها.`,
        merge: `صار حسابك في ${app} وحساب آخر حسابًا واحدًا. طرق دخول كل منهما تفتح الآن محافظ كليهما.`,
        mfa: `أُضيف أو أُزيل أو تغيّر ما يؤكد محفظتك في ${app} إلى جانب دخولك.`,
        'mfa-reset': `طُلب من ${app} أن يزيل كل الخطوات الثانية لمحفظتك. ينتظر هذا ثلاثة أيام أو أكثر. يمكنك إيقافه قبل أن يتم.`,
        data: `نُزّل كل ما يُحفظ عنك في ${app}. ليس فيه مفتاح أي محفظة.`,
      })[kind],
    isYou: 'إن كنت أنت فتجاهل هذه الرسالة.',
    notYou: 'إن لم تكن أنت فاضغط هنا فورًا:',
    undo: 'لم يكن هذا أنا',
    what: until =>
      `هذا يُخرج كل الأجهزة ويلغي التغيير. لا يمكن التوقيع يومًا أو أكثر. يصلح الرابط حتى ${until}.`,
    support: 'إن لم تكن أنت فأخبر دعم الموقع.',
    notYouShort: 'لم تكن أنت؟',
    passkey: 'مفتاح مرور',
    wallet: address => `المحفظة ${address}`,
    siteAccount: 'حساب في الموقع',
    another: 'طريقة دخول',
  },
}

/** The whole address, for that is what a person recognises; else what it is. */
export function accountName(account: NamedAccount | null, language: Language): string {
  const words = ACCOUNT_NOTICES[language]
  switch (account?.type) {
    case 'email':
      return account.subject
    case 'phone':
      return inOrder(account.details?.phoneNumber, account.subject, words.direction)
    case 'passkey':
      return words.passkey
    case 'wallet':
    case 'smart_wallet':
      return words.wallet(inOrder(undefined, shortAddress(account.subject), words.direction))
    case 'custom_auth':
      return words.siteAccount
    default:
      return words.another
  }
}

/** As screens have it. */
function shortAddress(subject: string): string {
  const address = addressOfSubject(subject)
  return `${address.slice(0, 5)}…${address.slice(-4)}`
}

/** Between words that are read from the right a mark (U+200E) keeps what is read from the left in its order. */
const inOrder = (number: unknown, digits: string, direction: 'ltr' | 'rtl'): string =>
  (direction === 'rtl' ? '\u200e' : '') + (typeof number === 'string' ? number : digits)

/** The sentences of a notice in its language. */
export function sayNotice(notice: AccountNotice) {
  const { kind, added, removed, appName, language } = notice
  const words = ACCOUNT_NOTICES[language]
  // A line break in a name would begin another header or paragraph.
  const app = appName.replace(/\s+/g, ' ').trim()
  const names = { added: accountName(added, language), removed: accountName(removed, language), app }
  return {
    words,
    app,
    subject: words.subject(kind, app),
    lead: words.lead(kind, names),
    rows: whenAndWhere(notice),
  }
}

function whenAndWhere({ at, madeWith, network, place, language }: AccountNotice): readonly SaidRow[] {
  const words = ASKED_FROM_WORDS[language]
  return [
    [words.time, sayTime(at, language)],
    ...(madeWith === null ? [] : [[words.device, saidDevice(madeWith, language)] as const]),
    ...(network ? [[words.place, sayPlace(network, place, language)] as const] : []),
  ]
}

/** `Firefox · Linux`, as it is stored, in words. */
function saidDevice(madeWith: string, language: Language): string {
  const [browser, system] = madeWith.split(' · ')
  return browser && system ? ASKED_FROM_WORDS[language].both(browser, system) : madeWith
}

/** A time in UTC, whose reader's zone nobody knows. @param at unix ms */
export const sayTime = (at: number, language: Language): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
