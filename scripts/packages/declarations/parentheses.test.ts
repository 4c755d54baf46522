import { expect, it } from 'vitest'
import { inParentheses } from './parentheses.ts'

it.each([
  "'a' | 'b'",
  "\n  | 'a'\n  | { b: string }",
  'User & { wallet: Wallet }',
  '(user: User) => void',
  'readonly string[]',
  'Promise<User> | null',
  '{ a: string } | { b: string }',
])('%s would come apart, and gets parentheses', text => {
  expect(inParentheses(text)).toBe(`(${text})`)
})

it.each([
  'User',
  "'a | b'",
  '`a | b`',
  'Promise<User | null>',
  "Readonly<Record<'a' | 'b', () => void>>",
  "{\n  /** What isn't there | or is */\n  a: string | null\n}",
  "('a' | 'b')[]",
  '[string | null, () => void]',
])('%s stays as it is', text => {
  expect(inParentheses(text)).toBe(text)
})
