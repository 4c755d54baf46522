import type { FieldProblem } from '../transfer/field.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ja } from './ja.ts'

/** What the page says. Chains, coins and paths have one name in all languages. */
export interface Words {
  readonly title: string
  readonly what: string
  readonly online: string
  readonly language: string
  readonly forget: string
  readonly forgotten: string
  readonly enter: {
    readonly label: string
    readonly hint: string
    readonly open: string
    readonly picture: string
    readonly camera: string
    readonly stopCamera: string
    readonly noCamera: string
    readonly noCode: string
    readonly suggestions: string
    counted(count: number): string
  }
  readonly problem: {
    readonly empty: string
    readonly numbers: string
    readonly checksum: string
    readonly noKey: string
    wordCount(count: number): string
    /** @param meant the nearest word of the list, where one is near */
    unknownWord(word: string, at: number, meant: string | null): string
  }
  readonly wallets: {
    readonly title: string
    readonly compare: string
    readonly imported: string
    readonly more: string
    readonly back: string
    readonly showKey: string
    readonly hideKey: string
    readonly keyWarning: string
    readonly copyKey: string
    readonly copyAddress: string
    readonly copied: string
    readonly keyCopied: string
    readonly notCopied: string
    readonly saveKey: string
    readonly send: string
    wallet(number: number): string
  }
  readonly send: {
    title(coin: string): string
    readonly chainId: string
    readonly token: string
    readonly tokenHint: string
    readonly decimals: string
    readonly to: string
    readonly amount: string
    readonly amountHint: string
    readonly nonce: string
    readonly nonceHint: string
    readonly gasLimit: string
    readonly maxFee: string
    readonly maxFeeHint: string
    readonly priorityFee: string
    readonly blockhash: string
    readonly blockhashHint: string
    readonly nonceAccount: string
    readonly nonceAccountHint: string
    readonly review: string
    readonly from: string
    readonly chain: string
    readonly fee: string
    readonly coins: string
    readonly tokenUnits: string
    readonly change: string
    readonly sign: string
    readonly signed: string
    readonly notSent: string
    readonly transaction: string
    readonly hash: string
    readonly signature: string
    readonly copy: string
    readonly save: string
    sends(amount: string): string
  }
  readonly field: Readonly<Record<FieldProblem, string>>
  readonly warning: {
    readonly noChecksum: string
    readonly program: string
    readonly highFee: string
    readonly toOneself: string
    readonly tokenUnknown: string
  }
}

export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr', words: en },
  es: { name: 'Español', direction: 'ltr', words: es },
  ja: { name: '日本語', direction: 'ltr', words: ja },
  ar: { name: 'العربية', direction: 'rtl', words: ar },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl'; words: Words }>
export type Language = keyof typeof LANGUAGES

/** The first language of the browser's that the page speaks. */
export function languageOf(wanted: readonly string[]): Language {
  const known = wanted
    .map(it => it.toLowerCase().split('-')[0] ?? '')
    .find(it => Object.hasOwn(LANGUAGES, it))
  return (known ?? 'en') as Language
}
