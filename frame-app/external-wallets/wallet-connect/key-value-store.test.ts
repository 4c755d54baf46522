// In a process of its own: a connection is kept up for as long as the process is there, and what connects is counted.
import { expect, it, vi } from 'vitest'
import { createKeyValueStore } from './key-value-store.ts'
import { connect, framed, never, phoned, relayed } from './testing/two-devices.ts'

it('keeps what is written as it was then, where storage is blocked', async () => {
  const store = createKeyValueStore('app')
  const value = { topics: ['a'] }
  await store.setItem('one', value)
  value.topics.push('b')
  const read = await store.getItem('one')
  expect(read).toEqual({ topics: ['a'] })
  read.topics.push('c')
  expect(await store.getEntries()).toEqual([['one', { topics: ['a'] }]])
  await store.removeItem('one')
  expect([await store.getItem('one'), await store.getKeys()]).toEqual([undefined, []])
})

it('lets a phone connect where a browser refuses all storage', async () => {
  const refuse = () => {
    throw new DOMException('Storage is blocked.', 'SecurityError')
  }
  vi.stubGlobal('indexedDB', { open: refuse })
  try {
    const relay = await relayed()
    const { frame } = framed(relay, { storage: createKeyValueStore('app') })
    const phone = await phoned(relay)
    const connection = await connect(frame, phone)
    const address = phone.keys.ethereum.address
    const asked = connection.ask('personal_sign', { address, message: '0x6869' }, never)
    expect((await asked).signature).toBe(await phone.keys.ethereum.signMessage({ message: 'hi' }))
  } finally {
    vi.unstubAllGlobals()
  }
})

it('has a database for each app, so that no app finds another’s phones', async () => {
  const opened: string[] = []
  vi.stubGlobal('indexedDB', {
    open(name: string) {
      opened.push(name)
      throw new DOMException('Storage is blocked.', 'SecurityError')
    },
  })
  try {
    await createKeyValueStore('one').getItem('key')
    await createKeyValueStore('two').getItem('key')
    expect(opened).toEqual(['vitrine-wallet-connect:one', 'vitrine-wallet-connect:two'])
  } finally {
    vi.unstubAllGlobals()
  }
})
