import type { Language } from './language.ts'

/** What the wallet origin's own page says. `{…}` are filled in by its script. */
interface HomeWords {
  readonly title: string
  readonly what: string
  /** Before a host's name. */
  readonly from: string
  back(host: string): string
  readonly loggedIn: string
  readonly open: string
  readonly nobody: string
  /** The recovery page, to be kept with a kit. */
  readonly recovery: string
  readonly recoveryWhat: string
  readonly recoveryFile: string
  /** What runs here. */
  software(version: string): string
  readonly softwareWhat: string
  readonly softwareUnknown: string
  readonly softwareFiles: string
}

export const HOME_WORDS: Readonly<Record<Language, HomeWords>> = {
  en: {
    title: 'Your wallet',
    what: 'Your logins and wallets are stored here. You use them inside the sites where you log in.',
    from: 'You came from',
    back: host => `Back to ${host}`,
    loggedIn: 'You’re logged in to {app}',
    open: 'Open your account at {host}',
    nobody: 'To see your account, open a site and log in there.',
    recovery: 'Recovery page',
    recoveryWhat: 'Keep this file with your recovery kit. It recovers your wallets without this site.',
    recoveryFile: 'Download the recovery page',
    software: version => `Vitrine ${version}`,
    softwareWhat: 'This wallet runs open-source software. Its hash shows whether it’s a published release.',
    softwareUnknown: 'These files have no hash, or they differ from the build.',
    softwareFiles: 'See all files',
  },
  es: {
    title: 'Tu monedero',
    what: 'Aquí se guardan tus accesos y monederos. Los usas dentro de los sitios en los que entras.',
    from: 'Vienes de',
    back: host => `Volver a ${host}`,
    loggedIn: 'Has iniciado sesión en {app}',
    open: 'Abrir tu cuenta en {host}',
    nobody: 'Para ver tu cuenta, abre un sitio e inicia sesión allí.',
    recovery: 'Página de recuperación',
    recoveryWhat: 'Guarda este archivo con tu kit. Recupera tus monederos sin este sitio.',
    recoveryFile: 'Descargar la página de recuperación',
    software: version => `Vitrine ${version}`,
    softwareWhat: 'Este monedero usa software abierto. Su hash dice si es una versión publicada.',
    softwareUnknown: 'Los archivos no tienen hash, o no son los que se compilaron.',
    softwareFiles: 'Ver todos los archivos',
  },
  ja: {
    title: 'あなたのウォレット',
    what: 'ログイン方法とウォレットはここに保管されています。ログインするサイトの中で使います。',
    from: '移動元のサイト',
    back: host => `${host} に戻る`,
    loggedIn: '{app} にログインしています',
    open: '{host} でアカウントを開く',
    nobody: 'アカウントを見るには、サイトを開いてログインしてください。',
    recovery: '復元ページ',
    recoveryWhat:
      'このファイルを復元キットと一緒に保管してください。このサイトがなくてもウォレットを復元できます。',
    recoveryFile: '復元ページをダウンロード',
    software: version => `Vitrine ${version}`,
    softwareWhat: 'このウォレットはオープンソースで動いています。ハッシュで公開版かどうかを確かめられます。',
    softwareUnknown: 'このウォレットのファイルにはハッシュがないか、ビルド時のものと異なります。',
    softwareFiles: 'すべてのファイルを見る',
  },
  ar: {
    title: 'محفظتك',
    what: 'هنا تُحفظ طرق دخولك ومحافظك. تستخدمها داخل المواقع التي تدخل إليها.',
    from: 'أتيت من',
    back: host => `العودة إلى \u2068${host}\u2069`,
    loggedIn: 'سجّلت الدخول إلى \u2068{app}\u2069',
    open: 'افتح حسابك في \u2068{host}\u2069',
    nobody: 'لرؤية حسابك افتح موقعًا وسجّل الدخول فيه.',
    recovery: 'صفحة الاستعادة',
    recoveryWhat: 'احفظ هذا الملف مع مجموعة الاستعادة. يعيد محافظك دون هذا الموقع.',
    recoveryFile: 'تنزيل صفحة الاستعادة',
    software: version => `Vitrine \u2068${version}\u2069`,
    softwareWhat: 'تعمل هذه المحفظة ببرنامج مفتوح المصدر. تبيّن بصمته هل هو إصدار منشور.',
    softwareUnknown: 'ملفات هذه المحفظة بلا بصمة، أو ليست تلك التي بُنيت.',
    softwareFiles: 'عرض كل الملفات',
  },
}
