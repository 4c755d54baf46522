import { base64urlBytes, base64urlText } from '@vitrine/shared/encoding.ts'
import { expect, it } from 'vitest'
import { fromFragment, newFlowSecret, open, seal, toFragment } from './seal.ts'

const secret = newFlowSecret()

it('opens what was sealed, for what it was sealed', async () => {
  const sealed = await seal(secret, { kind: 'answer', review: 'k' }, 'approved')
  expect(await open(secret, { kind: 'answer', review: 'k' }, sealed)).toBe('approved')
  expect(sealed).not.toBe(await seal(secret, { kind: 'answer', review: 'k' }, 'approved'))
})

it('is no answer to another review, in another flow, under another key, and no offer is one', async () => {
  const answer = { kind: 'answer', review: 'k' } as const
  const sealed = await seal(secret, answer, 'approved')
  for (const attempt of [
    () => open(secret, { kind: 'answer', review: 'other' }, sealed),
    () => open(secret, { kind: 'offer' }, sealed),
    () => open({ ...secret, id: newFlowSecret().id }, answer, sealed),
    () => open({ ...secret, key: newFlowSecret().key }, answer, sealed),
    async () => open(secret, answer, await seal(secret, { kind: 'offer' }, 'approved')),
  ])
    await expect(attempt()).rejects.toThrow()
})

it('is not opened when a bit of it was changed', async () => {
  const what = { kind: 'offer' } as const
  const bytes = new Uint8Array(base64urlBytes(await seal(secret, what, 'review')) ?? [])
  for (const place of [0, 12, bytes.length - 1]) {
    const changed = bytes.slice()
    changed[place] = (changed[place] ?? 0) ^ 1
    await expect(open(secret, what, base64urlText(changed))).rejects.toThrow()
  }
})

it('goes through a fragment, and takes none of another form', () => {
  expect(fromFragment(toFragment(secret))).toEqual(secret)
  const { id } = secret
  for (const other of ['', '#page', '#flow=', `#flow=${id}`, `#flow=${id}.AAAA`, `${toFragment(secret)}.x`])
    expect(fromFragment(other)).toBeNull()
})
