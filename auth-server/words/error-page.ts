import type { Language } from './language.ts'

/** What a person can do about a page that does not open. */
export type ErrorKind = 'not-found' | 'not-allowed' | 'too-many' | 'unavailable' | 'not-understood'

/** By the status of an answer. */
export function errorKindOf(status: number): ErrorKind {
  if (status === 404) return 'not-found'
  if (status === 401 || status === 403) return 'not-allowed'
  if (status === 429) return 'too-many'
  return status >= 500 ? 'unavailable' : 'not-understood'
}

interface ErrorWords {
  readonly title: string
  readonly sentence: string
}

export const ERROR_WORDS: Readonly<Record<Language, Readonly<Record<ErrorKind, ErrorWords>>>> = {
  en: {
    'not-found': { title: 'Page not found', sentence: 'There is nothing here. Check the address.' },
    'not-allowed': { title: 'Not allowed', sentence: 'You can’t open this page here. Go back to the site.' },
    'too-many': { title: 'Too many requests', sentence: 'Wait a few minutes, then try again.' },
    unavailable: {
      title: 'Something went wrong',
      sentence: 'The service isn’t available right now. Try again in a moment.',
    },
    'not-understood': { title: 'This didn’t work', sentence: 'Go back to the site and start again.' },
  },
  es: {
    'not-found': { title: 'Página no encontrada', sentence: 'Aquí no hay nada. Revisa la dirección.' },
    'not-allowed': { title: 'No permitido', sentence: 'No puedes abrir esta página aquí.' },
    'too-many': { title: 'Demasiadas peticiones', sentence: 'Espera unos minutos y vuelve a intentarlo.' },
    unavailable: {
      title: 'Algo ha fallado',
      sentence: 'El servicio no está disponible ahora. Inténtalo de nuevo en un momento.',
    },
    'not-understood': { title: 'No ha funcionado', sentence: 'Vuelve al sitio y empieza de nuevo.' },
  },
  ja: {
    'not-found': {
      title: 'ページが見つかりません',
      sentence: 'ここには何もありません。アドレスをご確認ください。',
    },
    'not-allowed': { title: '許可されていません', sentence: 'このページはここでは開けません。' },
    'too-many': { title: '要求が多すぎます', sentence: '数分待ってから、もう一度お試しください。' },
    unavailable: {
      title: '問題が発生しました',
      sentence: '現在サービスを利用できません。しばらくしてからもう一度お試しください。',
    },
    'not-understood': { title: '完了できませんでした', sentence: 'サイトに戻り、もう一度お試しください。' },
  },
  ar: {
    'not-found': { title: 'الصفحة غير موجودة', sentence: 'لا شيء هنا. تحقق من العنوان.' },
    'not-allowed': { title: 'غير مسموح', sentence: 'لا يمكنك فتح هذه الصفحة هنا.' },
    'too-many': { title: 'طلبات كثيرة جدًا', sentence: 'انتظر بضع دقائق ثم حاول مرة أخرى.' },
    unavailable: { title: 'حدث خطأ', sentence: 'الخدمة غير متاحة الآن. حاول مرة أخرى بعد قليل.' },
    'not-understood': { title: 'لم ينجح ذلك', sentence: 'ارجع إلى الموقع وابدأ من جديد.' },
  },
}
