import { useChainId, useChains, useSignMessage, useSwitchChain } from 'wagmi'
import { sentenceOf } from './sentence.ts'

/** What a dapp does with a wallet that is connected. */
export function Wallet({ address }: { readonly address: string }) {
  const chains = useChains()
  const chainId = useChainId()
  const switchChain = useSwitchChain()
  const sign = useSignMessage()
  const error = sign.error ?? switchChain.error

  return (
    <section className="card" aria-labelledby="wallet">
      <h2 id="wallet">Your wallet</h2>
      <code data-testid="address">{address}</code>
      <fieldset className="actions">
        <legend>Network</legend>
        {chains.map(({ id, name }) => (
          <button
            className="quiet"
            type="button"
            key={id}
            aria-pressed={id === chainId}
            disabled={switchChain.isPending}
            onClick={() => switchChain.mutate({ chainId: id })}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        disabled={sign.isPending}
        onClick={() => sign.mutate({ message: 'Hello from wagmi' })}
      >
        {sign.isPending ? 'Approve in your wallet…' : 'Sign a message'}
      </button>
      {sign.data && (
        <p role="status">
          Signed: <code data-testid="signature">{sign.data}</code>
        </p>
      )}
      {error && <p role="alert">{sentenceOf(error)}</p>}
    </section>
  )
}
