import { VitrineProvider } from '@vitrine/host-sdk/react'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { place } from '../site.ts'
import './style.css'

export const metadata: Metadata = { title: 'Halden · Next', icons: '/icon.svg' }
// Who is logged in, and where the wallet is, are known when a page is asked for.
export const dynamic = 'force-dynamic'

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <VitrineProvider {...place()}>{children}</VitrineProvider>
      </body>
    </html>
  )
}
