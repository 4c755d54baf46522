import { useConnect, useConnection, useConnectors, useDisconnect } from 'wagmi'
import { sentenceOf } from './sentence.ts'
import { Wallet } from './wallet.tsx'

export function App() {
  const { address, status } = useConnection()
  const [vitrine] = useConnectors()
  const connect = useConnect()
  const disconnect = useDisconnect()

  return (
    <>
      <header className="bar">
        <span className="brand">Halden</span>
        {status === 'connected' ? (
          <button className="quiet" type="button" onClick={() => disconnect.mutate()}>
            Disconnect
          </button>
        ) : (
          <button
            type="button"
            disabled={status !== 'disconnected' || !vitrine || connect.isPending}
            onClick={() => vitrine && connect.mutate({ connector: vitrine })}
          >
            {status === 'reconnecting' ? 'Reconnecting…' : 'Connect'}
          </button>
        )}
      </header>
      <main>
        <h1>A dapp with wagmi</h1>
        <p>
          The wallet is a connector. Connecting logs a person in, and a reload finds them again. The rest is
          wagmi.
        </p>
        {connect.error && <p role="alert">{sentenceOf(connect.error)}</p>}
        {address && <Wallet address={address} />}
      </main>
    </>
  )
}
