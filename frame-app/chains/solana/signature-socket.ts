const SUBSCRIBED_LEVELS = ['confirmed', 'finalized'] as const

export interface SignatureSocket {
  /** While it is open, the node reports news on it. */
  isOpen(): boolean
  close(): void
}

export type MakeSocket = (url: string) => WebSocket

/**
 * Subscribes to a transaction's progress (`signatureSubscribe`). What comes over the socket is a hint to look, and
 * nothing of it is believed: it says neither that a transaction went through nor that it failed. A socket that fails is
 * not opened again; whoever follows asks by himself then.
 *
 * @param signature base58
 */
export function openSignatureSocket(
  make: MakeSocket,
  url: string,
  signature: string,
  onNews: () => void,
): SignatureSocket {
  let socket: WebSocket
  try {
    socket = make(url)
  } catch {
    return { isOpen: () => false, close() {} }
  }
  socket.addEventListener('open', () => {
    for (const [index, commitment] of SUBSCRIBED_LEVELS.entries())
      socket.send(
        JSON.stringify({
          jsonrpc: '2.0',
          id: index + 1,
          method: 'signatureSubscribe',
          params: [signature, { commitment }],
        }),
      )
  })
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string' && data.includes('"signatureNotification"')) onNews()
  })
  // The one who follows waits longer while it is open: that it is not any more is news too.
  socket.addEventListener('close', onNews)
  return {
    isOpen: () => socket.readyState === 1,
    close() {
      socket.removeEventListener('close', onNews)
      socket.close()
    },
  }
}
