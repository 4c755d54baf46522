import type { RefusalReason } from '@vitrine/shared/bridge/protocol.ts'
import type { Language } from './language.ts'

/** Why there is no frame: the site's refusals, or nobody's site. */
export type Refusal = RefusalReason | 'no-origin'

interface RefusalWords {
  readonly title: string
  readonly sentence: string
  /** Leads to the site, where one is known. */
  open?(host: string): string
  /** To the site's developer, before the command. */
  readonly mend?: string
}

export const REFUSAL_WORDS: Readonly<Record<Language, Readonly<Record<Refusal, RefusalWords>>>> = {
  en: {
    'unknown-app': {
      title: 'Login is not set up on this site',
      sentence: 'This wallet doesn’t know the site’s app ID. Tell the site’s support.',
      mend: 'Are you its developer? Check the app ID in the script tag. List your apps:',
    },
    'no-origin': {
      title: 'This page belongs inside a site',
      sentence: 'Open the site and log in there.',
      open: host => `Open ${host}`,
    },
    origin: {
      title: 'Login is not allowed from this address',
      sentence: 'This site isn’t set up for this login. Tell the people who run it.',
      mend: 'Are you its developer? Add the address to allowed_domains:',
    },
  },
  es: {
    'unknown-app': {
      title: 'El acceso no está configurado en este sitio',
      sentence: 'Este monedero no conoce ninguna aplicación con el id que da el sitio.',
      mend: '¿Desarrollas el sitio? Revisa el id de la aplicación en la etiqueta script. Esto muestra tus aplicaciones:',
    },
    'no-origin': {
      title: 'Esta página va dentro de un sitio',
      sentence: 'Abre el sitio e inicia sesión allí.',
      open: host => `Abrir ${host}`,
    },
    origin: {
      title: 'No se puede entrar desde esta dirección',
      sentence: 'Este sitio no está configurado para este acceso. Avisa a quien lo gestiona.',
      mend: '¿Desarrollas el sitio? Añade la dirección a allowed_domains:',
    },
  },
  ja: {
    'unknown-app': {
      title: 'このサイトではログインが設定されていません',
      sentence: 'サイトが示す ID のアプリは、このウォレットにありません。',
      mend: '開発者の方は、script タグのアプリ ID をご確認ください。アプリの一覧:',
    },
    'no-origin': {
      title: 'このページはサイトの中で使います',
      sentence: 'サイトを開いて、そこでログインしてください。',
      open: host => `${host} を開く`,
    },
    origin: {
      title: 'このアドレスからはログインできません',
      sentence: 'このサイトではログインが設定されていません。運営者にお知らせください。',
      mend: '開発者の方は、アドレスを allowed_domains に追加してください:',
    },
  },
  ar: {
    'unknown-app': {
      title: 'الدخول غير مُعدّ في هذا الموقع',
      sentence: 'لا تعرف هذه المحفظة تطبيقًا بالمعرّف الذي يعطيه الموقع.',
      mend: 'هل أنت المطوّر؟ راجع معرّف التطبيق في وسم script. هذا يعرض تطبيقاتك:',
    },
    'no-origin': {
      title: 'مكان هذه الصفحة داخل موقع',
      sentence: 'افتح الموقع وسجّل الدخول هناك.',
      open: host => `افتح \u2068${host}\u2069`,
    },
    origin: {
      title: 'الدخول من هذا العنوان غير مسموح',
      sentence: 'هذا الموقع غير مُعدّ لتسجيل الدخول هذا. أبلغ القائمين عليه.',
      mend: 'هل أنت المطوّر؟ أضف العنوان إلى allowed_domains:',
    },
  },
}
