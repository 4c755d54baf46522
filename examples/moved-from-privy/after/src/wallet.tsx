import {
  useCreateWallet,
  useExportWallet,
  useFundWallet,
  useSendTransaction,
  useSignMessage,
  useWallets,
} from '@vitrine/host-sdk/react'
import { useState } from 'react'

const SHOP = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export function Wallet() {
  const { wallets } = useWallets('ethereum')
  const [done, setDone] = useState('')
  const createWallet = useCreateWallet()
  const fundWallet = useFundWallet()
  const exportWallet = useExportWallet()
  const signMessage = useSignMessage({
    onSuccess: ({ signature }) => setDone(`Signed: ${signature}`),
    onError: error => setDone(`Not signed: ${error.message}`),
  })
  const sendTransaction = useSendTransaction({
    onSuccess: ({ hash }) => setDone(`Paid: ${hash}`),
    onError: error => setDone(`Not paid: ${error.message}`),
  })

  const address = wallets[0]?.address
  if (!address)
    return (
      <button type="button" onClick={() => createWallet.mutate()}>
        Create a wallet
      </button>
    )
  return (
    <section aria-labelledby="wallet">
      <h2 id="wallet">Your wallet</h2>
      <code data-testid="address">{address}</code>
      <button type="button" onClick={() => signMessage.mutate({ message: 'I like lamps', address })}>
        Sign a message
      </button>
      <button
        type="button"
        onClick={() =>
          sendTransaction.mutate({
            request: { to: SHOP, value: 10n ** 15n },
            address,
            uiOptions: { description: 'One lamp' },
          })
        }
      >
        Pay for a lamp
      </button>
      <button type="button" onClick={() => fundWallet.mutate({ address })}>
        Add funds
      </button>
      <button type="button" onClick={() => exportWallet.mutate({ address })}>
        Show my key
      </button>
      <p role="status">{done}</p>
    </section>
  )
}
