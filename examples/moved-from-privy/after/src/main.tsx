import { VitrineProvider } from '@vitrine/host-sdk/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './style.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element "root".')

createRoot(root).render(
  <StrictMode>
    <VitrineProvider
      appId={import.meta.env.VITE_VITRINE_APP_ID}
      walletOrigin={import.meta.env.VITE_VITRINE_ORIGIN}
      config={{
        loginMethods: ['email', 'google'],
        appearance: { theme: 'light', accentColor: '#8a5a12' },
        embeddedWallets: {
          ethereum: { createOnLogin: 'users-without-wallets' },
        },
      }}
    >
      <App />
    </VitrineProvider>
  </StrictMode>,
)
