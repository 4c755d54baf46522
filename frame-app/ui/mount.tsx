import { createRoot } from 'react-dom/client'
import './tokens.css'
export const mount = () => createRoot(document.body).render(<p>hi</p>)
