/** Why there is no wallet on show, as a person reads it. */
export type Absence = 'refused' | 'unreachable' | 'slow'

interface Words {
  readonly title: Readonly<Record<Absence, string>>
  readonly sentence: Readonly<Record<Absence, string>>
  readonly close: string
}

const WORDS = {
  en: {
    title: {
      refused: 'Login isn’t available here',
      unreachable: 'We can’t reach the login',
      slow: 'Connecting…',
    },
    sentence: {
      refused: 'This site isn’t set up for this login. Tell the people who run it.',
      unreachable: 'Check your connection and ad blocker. Then reload the page.',
      slow: 'This is taking longer than usual.',
    },
    close: 'Close',
  },
  es: {
    title: {
      refused: 'No puedes iniciar sesión aquí',
      unreachable: 'No podemos conectar',
      slow: 'Conectando…',
    },
    sentence: {
      refused: 'Este sitio no está configurado. Avisa a quien lo gestiona.',
      unreachable: 'Revisa tu conexión y tu bloqueador de anuncios. Después recarga la página.',
      slow: 'Está tardando más de lo normal.',
    },
    close: 'Cerrar',
  },
  ja: {
    title: { refused: 'ここではログインできません', unreachable: '接続できません', slow: '接続中…' },
    sentence: {
      refused: 'このサイトは設定されていません。運営者にお知らせください。',
      unreachable: '接続と広告ブロッカーを確認して、ページを再読み込みしてください。',
      slow: '通常より時間がかかっています。',
    },
    close: '閉じる',
  },
  ar: {
    title: {
      refused: 'تسجيل الدخول غير متاح هنا',
      unreachable: 'تعذّر الاتصال',
      slow: 'جارٍ الاتصال…',
    },
    sentence: {
      refused: 'هذا الموقع غير مُعدّ لتسجيل الدخول. أبلغ القائمين عليه.',
      unreachable: 'تحقق من الاتصال ومانع الإعلانات، ثم أعد تحميل الصفحة.',
      slow: 'يستغرق هذا وقتًا أطول من المعتاد.',
    },
    close: 'إغلاق',
  },
} as const satisfies Record<string, Words>

/** In the first of these languages (BCP 47) that there are words for, else English. */
export function absenceWords(tags: readonly string[]): Words & { readonly language: string } {
  const languages = tags.map(tag => tag.toLowerCase().split('-')[0] ?? '')
  const language = languages.find((it): it is keyof typeof WORDS => Object.hasOwn(WORDS, it)) ?? 'en'
  return { ...WORDS[language], language }
}
