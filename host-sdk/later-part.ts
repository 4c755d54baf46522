import { LATER } from './later.ts'
import { handOver } from './script-part.ts'

handOver(LATER)
