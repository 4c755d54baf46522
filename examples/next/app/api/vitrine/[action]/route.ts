import { site } from '../../../../site.ts'

/** `login`, `logout` and `webhook`. */
export const POST = (request: Request) => site().handlers.POST(request)
