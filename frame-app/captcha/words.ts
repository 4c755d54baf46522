import { captcha } from '../words/en-captcha.ts'
import { teach } from '../words/language.ts'

teach(captcha)
