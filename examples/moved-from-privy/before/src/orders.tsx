import { getAccessToken } from '@privy-io/react-auth'
import { useEffect, useState } from 'react'

async function readOrders(): Promise<string[]> {
  const token = await getAccessToken()
  const answer = await fetch('/api/orders', { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`Our server answered ${answer.status}.`)
  return answer.json()
}

export function Orders() {
  const [orders, setOrders] = useState<string[]>([])
  const [error, setError] = useState('')

  useEffect(() => {
    readOrders().then(setOrders, (cause: Error) => setError(cause.message))
  }, [])

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
