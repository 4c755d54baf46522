import { LoginDialog } from '@vitrine/frame-app/requests/login/screen.tsx'
import { KernelContext } from '@vitrine/frame-app/ui/kernel-context.ts'
import { Shell } from '@vitrine/frame-app/ui/shell.tsx'
import { useStore } from '@vitrine/frame-app/ui/use-flow.ts'
import type { InertKernel } from './inert-kernel.ts'

/** The dialog at its landing, as the frame draws it. */
export function PreviewApp({ kernel }: { kernel: InertKernel }) {
  const request = useStore(kernel.screens.current)
  if (request?.kind !== 'login') return null
  return (
    <KernelContext value={kernel}>
      <Shell>
        <LoginDialog key={request.id} request={request} />
      </Shell>
    </KernelContext>
  )
}
