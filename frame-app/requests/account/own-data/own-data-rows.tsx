import { Button } from '../../../ui/button.tsx'
import { say } from '../../../words/say.ts'
import rows from '../home/rows.module.css'
import styles from './own-data.module.css'

export interface OwnDataRowsProps {
  onTakeData(): void
  onDelete(): void
}

/** Quiet, below all else: what a person comes for once. Nothing is given or deleted by a press: a proof comes first. */
export const OwnDataRows = ({ onTakeData, onDelete }: OwnDataRowsProps) => (
  <section className={rows.section}>
    <h2 className={rows.heading}>{say('ownData.heading')}</h2>
    <div className={styles.rows}>
      <Button look="plain" onClick={onTakeData}>
        {say('ownData.download')}
      </Button>
      <Button look="danger" onClick={onDelete}>
        {say('ownData.delete')}
      </Button>
    </div>
  </section>
)
