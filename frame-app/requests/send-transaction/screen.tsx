import { SendScreen } from '../../approval/ui/send-screen.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import type { SendTransactionRequest } from './request.ts'

/** Shows what a transaction would do; signs and sends it when the person approves. */
export function SendTransactionScreen({ request }: { request: SendTransactionRequest }) {
  const { screens } = useKernel()
  return (
    <SendScreen
      onSent={([hash], stays) => {
        if (hash !== undefined) screens.resolve(request, { hash }, stays)
      }}
      request={request}
    />
  )
}
