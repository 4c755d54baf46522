import { handOver } from './script-part.ts'
import { createSolana } from './solana.ts'

handOver({ createSolana })
