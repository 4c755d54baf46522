import type { Language } from './language.ts'

/** The page that people come back to from a company that sells or brings money. It knows nothing of what became of it. */
export const FUNDING_RETURN_WORDS: Readonly<
  Record<Language, { readonly title: string; readonly sentence: string }>
> = {
  en: {
    title: 'You can close this window',
    sentence: 'Go back to the page you came from. It shows when the money arrives.',
  },
  es: {
    title: 'Ya puedes cerrar esta ventana',
    sentence: 'Vuelve a la página de la que venías. Allí se ve cuándo ha llegado el dinero.',
  },
  ja: {
    title: 'このウィンドウは閉じてかまいません',
    sentence: '元のページに戻ってください。入金が届くと、そこに表示されます。',
  },
  ar: {
    title: 'يمكنك إغلاق هذه النافذة',
    sentence: 'عُد إلى الصفحة التي جئت منها. ستظهر فيها الأموال عند وصولها.',
  },
}
