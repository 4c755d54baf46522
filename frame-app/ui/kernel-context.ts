import { createContext, useContext } from 'react'
import type { Kernel } from '../kernel/ports.ts'

export const KernelContext = createContext<Kernel | null>(null)

export function useKernel(): Kernel {
  const kernel = useContext(KernelContext)
  if (kernel === null) throw new TypeError('A screen stands outside of <KernelContext>')
  return kernel
}
