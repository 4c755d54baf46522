import { verifyMessage } from 'viem'
import { expect, it } from 'vitest'
import { connect, framed, never, phoned, relayed } from './testing/two-devices.ts'

it('connects a phone, which signs', async () => {
  const relay = await relayed()
  const { frame } = framed(relay)
  const phone = await phoned(relay)
  const connection = await connect(frame, phone)
  const [address = ''] = connection.accounts()
  expect(address).toBe(phone.keys.ethereum.address)
  const { signature } = await connection.ask('personal_sign', { address, message: '0x6869' }, never)
  expect(
    await verifyMessage({
      address: address as `0x${string}`,
      message: 'hi',
      signature: signature as `0x${string}`,
    }),
  ).toBe(true)
})
