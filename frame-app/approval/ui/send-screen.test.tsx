// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import { alertText, click, control, press, pressKey, title, until, useBrowser } from '../../ui/testing/dom.ts'
import { sentTransaction } from '../testing/fake-network.ts'
import { arm, hash, open, sendOf, text } from '../testing/open-scene.ts'

describe('approving a batch of calls', () => {
  useBrowser()

  it('sends what is left after a failure, and never again what was sent', async () => {
    const hashes = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`, `0x${'03'.repeat(32)}`] as const
    const send = vi
      .fn<EthereumNetwork['send']>()
      .mockResolvedValueOnce({ hash: hashes[0] })
      .mockRejectedValueOnce(clientError('service_unavailable', 'Offline.'))
      .mockResolvedValueOnce({ hash: hashes[1] })
      .mockResolvedValueOnce({ hash: hashes[2] })
    const kernel = await open('calls', { network: sendOf({ send }) })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(text()).toContain('1 of 3 were sent.'))
    await press(control('button', 'Try again'))
    await until(() => expect(title()).toBe('2 actions at once'))
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Sent'))
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ resolved: { hashes } }])
  })

  it('tells the page of what was sent when the person leaves half way', async () => {
    const send = vi
      .fn<EthereumNetwork['send']>()
      .mockResolvedValueOnce({ hash })
      .mockRejectedValue(clientError('service_unavailable', 'Offline.'))
    const kernel = await open('calls', { network: sendOf({ send }) })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(text()).toContain('1 of 3 were sent.'))
    await click(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([{ resolved: { hashes: [hash] } }])
  })
})

describe('a batch of calls that is on its way', () => {
  useBrowser()

  const sent = `0x${'01'.repeat(32)}` as const
  const hashOf = (place: number) => ({ hash: `0x0${place}${'00'.repeat(31)}` as const })

  it('waits for each before it signs the next, and can be left in between', async () => {
    const send = vi.fn(async () => hashOf(1))
    const wait = vi.fn<EthereumNetwork['wait']>(() => new Promise(() => {}))
    const kernel = await open('calls', { network: sendOf({ send, wait }) })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(text()).toContain('1 of 3 are sent.'))
    expect(send).toHaveBeenCalledTimes(1)
    await click(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([{ resolved: { hashes: [hashOf(1).hash] } }])
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('cannot be left while the next one is signed', async () => {
    const send = vi
      .fn<EthereumNetwork['send']>()
      .mockResolvedValueOnce({ hash: sent })
      .mockReturnValue(new Promise(() => {}))
    const kernel = await open('calls', { network: sendOf({ send }) })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(send).toHaveBeenCalledTimes(2))
    await until(() => expect(text()).toContain('1 of 3 were sent.'))
    expect(control('button', 'Reject')).toHaveProperty('disabled', true)
    await pressKey('Escape')
    // A press that was on its way when the button went off.
    await press(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([])
  })

  it('ends with one that fails, and says so until it is read', async () => {
    const send = vi.fn(async () => ({ hash: sent }))
    const wait: EthereumNetwork['wait'] = async it => sentTransaction(it, 1, 'reverted')
    const kernel = await open('calls', { network: sendOf({ send, wait }) })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Not everything was sent'))
    expect(alertText()).toContain('1 of 3 were sent.')
    expect(send).toHaveBeenCalledTimes(1)
    await click(control('button', 'Done'))
    expect(kernel.outcomes).toEqual([{ resolved: { hashes: [sent] } }])
  })
})
