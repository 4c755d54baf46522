import { greetFrame } from './greet-frame.ts'
import { handOver } from './script-part.ts'

handOver({ greetFrame })
