/** Languages in which mails and text messages are written; the first stands in for every other. */
export const LANGUAGES = ['en', 'es', 'ja', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** More than a browser sends; a longer list is cut, not read to its end. */
const LONGEST_LIST = 20

/**
 * The best of our languages for an `Accept-Language` header (RFC 9110 §12.5.4): the highest weight wins, among equals the
 * first. A language that is refused (`q=0`) and `*` do not count.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '')
    .split(',', LONGEST_LIST)
    .flatMap(item => {
      const [, tag, weight] =
        /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(item) ?? []
      const language = LANGUAGES.find(known => known === tag?.toLowerCase())
      return language ? { language, weight: weight === undefined ? 1 : Number(weight) } : []
    })
    .filter(wish => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wishes[0]?.language ?? 'en'
}
