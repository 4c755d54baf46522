import type { ExportedSecret } from '@vitrine/shared/wallet/embedded.ts'
import type { HpkeSealed } from '@vitrine/shared/wallet/import-export.ts'
import { useEffect, useState } from 'react'
import { startTask } from '../core/task.ts'
import type { EmbeddedWallet } from '../session/held-wallet.ts'
import { createStepUp } from '../step-up/step-up.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { shortAddress } from '../ui/short-address.ts'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { documentPlace } from './document-place.ts'
import type { SecretsDocument } from './meet-document.ts'

export interface ExportWork {
  readonly wallet: EmbeddedWallet
  readonly secret: ExportedSecret
  /** No page asked for it. */
  readonly isFromAccount: boolean
  /** What came is for the document, and can be opened there alone. */
  give(document: SecretsDocument, sealed: HpkeSealed, signal: AbortSignal): Promise<void> | void
}

/**
 * One secret on its way to a document. First a way in is proven, then the document makes its key, then the secret comes encrypted for
 * it: nothing is asked of the signer or the vault that nobody is there to read.
 */
export function useExport({ wallet, secret, isFromAccount, give }: ExportWork) {
  const { operations } = useKernel()
  const [stepUp] = useState(() => createStepUp(operations.calls, { purpose: 'export', isFromAccount }))
  const [place] = useState(documentPlace)
  /** The proof is there, and a document is waited for. */
  const [isProven, setIsProven] = useState(false)
  const [state, flow] = useFlow(() =>
    startTask(async (_: undefined, signal) => {
      const { chainType, address } = wallet
      const account = { type: chainType, subject: address, name: shortAddress(address) }
      const sent = await stepUp.change(account, signal, async proof => {
        setIsProven(true)
        const { document, recipient } = await place.met(signal)
        return { document, sealed: await operations.exportKey(wallet, secret, recipient, proof, signal) }
      })
      await give(sent.document, sent.sealed, signal)
    }, toFailure),
  )
  useEffect(() => flow.send({ type: 'start', argument: undefined }), [flow])
  return { state, asked: useStore(stepUp.asked), place, isProven }
}
