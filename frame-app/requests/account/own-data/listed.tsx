import account from '../screen.module.css'
import styles from './own-data.module.css'

/** A few facts under a heading. */
export const Listed = ({ title, items }: { readonly title: string; readonly items: readonly string[] }) => (
  <section className={styles.listed}>
    <h2 className={account.heading}>{title}</h2>
    <ul className={styles.facts}>
      {items.map(item => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </section>
)
