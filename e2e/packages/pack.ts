export default async function pack() {}
