import { expect, it } from 'vitest'
import type { SessionSnapshot } from '../session/session.ts'
import { fakeKernel, user } from '../ui/testing/fake-kernel.ts'
import { knownRecipients, recipientsOf, rememberOnceArrived } from './known-recipients.ts'

const ADA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ADA_SESSION: SessionSnapshot = { status: 'authenticated', user, wallets: [] }

function somebody(session: SessionSnapshot = ADA_SESSION) {
  let text: string | null = null
  const kernel = fakeKernel({
    recipients: {
      read: () => text,
      write(next) {
        text = next
      },
    },
  })
  kernel.setSession(session)
  return { kernel, known: () => knownRecipients(kernel.recipients, 'ethereum') }
}

it('whom something arrived at is known, and the name that led there stays', async () => {
  const { kernel, known } = somebody()
  await rememberOnceArrived(kernel, 'ethereum', [{ address: ADA, name: 'ada.eth' }], Promise.resolve(true))
  await rememberOnceArrived(kernel, 'ethereum', [{ address: ADA.toLowerCase() }], Promise.resolve(true))
  expect(known()).toEqual([ADA.toLowerCase()])
  expect(kernel.recipients.read()).toContain('ada.eth')
  expect(knownRecipients(kernel.recipients, 'solana')).toEqual([])
})

it('nobody is known by what did not arrive, or before it has', async () => {
  const { kernel, known } = somebody()
  await rememberOnceArrived(kernel, 'ethereum', [{ address: ADA }], Promise.resolve(false))
  expect(known()).toEqual([])
  let arrive = (_: boolean) => {}
  const arrival = new Promise<boolean>(resolve => {
    arrive = resolve
  })
  const written = rememberOnceArrived(kernel, 'ethereum', [{ address: ADA }], arrival)
  expect(known()).toEqual([])
  arrive(true)
  await written
  expect(known()).toEqual([ADA])
})

it('nothing is written in the book of whoever came meanwhile', async () => {
  const { kernel, known } = somebody()
  const written = rememberOnceArrived(kernel, 'ethereum', [{ address: ADA }], Promise.resolve(true))
  kernel.setSession({ ...ADA_SESSION, user: { ...user, id: 'eve' } })
  await written
  expect(known()).toEqual([])
})

it('a line of nothing, or to nobody, makes no one known', () => {
  expect(
    recipientsOf([
      { amount: '0 TUSD', party: ADA },
      { amount: '1 TUSD', party: null },
    ]),
  ).toEqual([])
  expect(recipientsOf([{ amount: '0.5 ETH', party: ADA }])).toEqual([{ address: ADA }])
})
