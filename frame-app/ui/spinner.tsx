import styles from './spinner.module.css'

/** Covers its positioned parent and turns in its middle. */
export function Spinner() {
  return <span aria-hidden="true" className={styles.spinner} />
}
