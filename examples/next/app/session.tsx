'use client'

import { useUser, useVitrine, useVitrineEvent } from '@vitrine/host-sdk/react'
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
 * Keeps this site's session in step with the wallet's: whoever logs in there is logged in here, and whoever logs out there is logged out.
 * @param known the id of the user that the server knows
 */
export function Session({ known }: { readonly known: string | null }) {
  const { vitrine } = useVitrine()
  const { ready, user } = useUser()
  const router = useRouter()
  const [trouble, setTrouble] = useState('')
  const [isLeaving, setLeaving] = useState(false)
  const id = user?.id ?? null
  const tell = (error: Error) => setTrouble(error.message)

  async function leave() {
    setLeaving(true)
    try {
      await post('logout', {})
      router.refresh()
    } finally {
      setLeaving(false)
    }
  }
  useVitrineEvent('logout', () => void leave().catch(tell))

  useEffect(() => {
    if (!vitrine || !ready || !id || id === known) return
    const enter = async () => {
      await post('login', { code: await vitrine.getLoginCode() })
      setTrouble('')
      router.refresh()
    }
    enter().catch((error: Error) => setTrouble(error.message))
  }, [vitrine, ready, id, known, router])

  return (
    <>
      {trouble && <p role="alert">This page’s server does not know you: {trouble}</p>}
      {/* A frame that knows nobody says nothing: its browser may keep no storage for it. The site’s session goes on without it. */}
      {ready && known && !id && (
        <button className="quiet" type="button" disabled={isLeaving} onClick={() => void leave().catch(tell)}>
          Log out of this site
        </button>
      )}
    </>
  )
}
