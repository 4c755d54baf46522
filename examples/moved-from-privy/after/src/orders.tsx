import type { Vitrine } from '@vitrine/host-sdk'
import { useVitrine } from '@vitrine/host-sdk/react'
import { useEffect, useState } from 'react'
import { askBackend } from './backend.ts'

async function readOrders(vitrine: Vitrine): Promise<string[]> {
  const answer = await askBackend(vitrine, '/api/orders')
  if (!answer.ok) throw new Error(`Our server answered ${answer.status}.`)
  return answer.json()
}

export function Orders() {
  const { vitrine } = useVitrine()
  const [orders, setOrders] = useState<string[]>([])
  const [error, setError] = useState('')

  useEffect(() => {
    if (vitrine) readOrders(vitrine).then(setOrders, (cause: Error) => setError(cause.message))
  }, [vitrine])

  return (
    <section aria-labelledby="orders">
      <h2 id="orders">Your orders</h2>
      <ul>
        {orders.map(order => (
          <li key={order}>{order}</li>
        ))}
      </ul>
      {error && <p role="alert">{error}</p>}
    </section>
  )
}
