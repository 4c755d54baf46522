/** Light or dark, as the system has it or as the operator chose for this browser. */
export const SCHEME_CHOICES = ['system', 'light', 'dark'] as const
export type SchemeChoice = (typeof SCHEME_CHOICES)[number]

const KEY = 'vitrine-console:scheme'
const dark = () => matchMedia('(prefers-color-scheme: dark)')

export function schemeChoice(): SchemeChoice {
  try {
    const kept = localStorage.getItem(KEY)
    return SCHEME_CHOICES.find(it => it === kept) ?? 'system'
  } catch {
    // Storage that is blocked keeps nothing.
    return 'system'
  }
}

export function chooseScheme(choice: SchemeChoice): void {
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // It counts until the page goes.
  }
  apply(choice)
}

/** From now on the document is in the chosen scheme, also when the system's changes. */
export function followScheme(): void {
  apply(schemeChoice())
  dark().addEventListener('change', () => apply(schemeChoice()))
}

function apply(choice: SchemeChoice): void {
  const scheme = choice === 'system' ? (dark().matches ? 'dark' : 'light') : choice
  document.documentElement.dataset.colorScheme = scheme
}
