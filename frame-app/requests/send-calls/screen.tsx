import { SendScreen } from '../../approval/ui/send-screen.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import type { SendCallsRequest } from './request.ts'

/** Shows what calls would do, one after another; signs and sends them in their order when the person approves. */
export function SendCallsScreen({ request }: { request: SendCallsRequest }) {
  const { screens } = useKernel()
  return (
    <SendScreen onSent={(hashes, stays) => screens.resolve(request, { hashes }, stays)} request={request} />
  )
}
