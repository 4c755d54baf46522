import { handOver } from './script-part.ts'
import { openRelay } from './wallet-relay/relay.ts'

handOver({ openRelay })
