'use client'

import { useUser, useVitrine } from '@vitrine/host-sdk/react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

async function post(action: 'login' | 'logout', body: object): Promise<void> {
  const response = await fetch(`/api/vitrine/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error((await response.json()).error)
}

/**
 * Keeps this site's session in step with the wallet's: whoever logs in there is logged in here, and out again.
 * @param known the id of the user that the server knows
 */
export function Session({ known }: { readonly known: string | null }) {
  const { vitrine } = useVitrine()
  const { ready, user } = useUser()
  const router = useRouter()
  const [trouble, setTrouble] = useState('')
  const id = user?.id ?? null

  useEffect(() => {
    if (!vitrine || !ready || id === known) return
    const follow = async () => {
      await (id ? post('login', { code: await vitrine.getLoginCode() }) : post('logout', {}))
      setTrouble('')
      router.refresh()
    }
    follow().catch((error: Error) => setTrouble(error.message))
  }, [vitrine, ready, id, known, router])

  return trouble && <p role="alert">This page’s server does not know you: {trouble}</p>
}
