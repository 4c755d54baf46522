import { piecesOf } from '../explain/tell.ts'
import { MarkedText } from './marked-text.tsx'

/** Words of ours (`tell`), whose values are laid out by themselves. Whatever else cannot be seen is a mark. */
export const Told = ({ text }: { text: string }) =>
  piecesOf(text).map((piece, place) =>
    place % 2 === 0 ? (
      <MarkedText key={`${place}`} text={piece} />
    ) : (
      <bdi key={`${place}`}>
        <MarkedText text={piece} />
      </bdi>
    ),
  )
