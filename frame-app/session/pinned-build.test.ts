import { createTestSigner } from '@vitrine/shared/signer/testing/test-signer.ts'
import { describe, expect, test } from 'vitest'
import { requirePinnedBuild } from './pinned-build.ts'
import { createSignerIdentity } from './signer-identity.ts'

const ORIGIN = 'https://wallet.example'
const BUILD = `sha256-${'B'.repeat(43)}=`
const OTHER = `sha256-${'A'.repeat(43)}=`

describe('a page that pins the build', () => {
  test.each([
    ['by its hash', BUILD],
    ['beside the one before', `${OTHER}\n ${BUILD}`],
  ])('%s gets it', (_, pins) => {
    requirePinnedBuild(ORIGIN, BUILD, pins)
  })

  test.each([
    ['another hash', OTHER],
    ['a part of it', BUILD.slice(0, 40)],
    ['a hash that begins as it does', `${BUILD}x`],
    ['nothing', ''],
  ])('by %s gets none, and is told which is pinned, which is served, and what to do', (_, pins) => {
    expect(() => requirePinnedBuild(ORIGIN, BUILD, pins)).toThrow(
      expect.objectContaining({
        code: 'configuration_error',
        message: expect.stringMatching(
          new RegExp(`pins the build ${pins || '""'} .*serves the build ${BUILD}.*verify ${ORIGIN}`),
        ),
      }),
    )
  })

  test('gets none of a document that does not say which it is of', () => {
    expect(() => requirePinnedBuild(ORIGIN, undefined, BUILD)).toThrow('does not say which build it serves')
  })

  test('is asked for beside the signer, and without it', async () => {
    const identity = createSignerIdentity(ORIGIN, createTestSigner().keys(ORIGIN, 'recipient'), BUILD)
    await identity.requirePinned(undefined, BUILD)
    await expect(identity.requirePinned(undefined, OTHER)).rejects.toThrow('pins the build')
  })
})
