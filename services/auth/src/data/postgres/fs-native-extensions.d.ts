/** The part of the library that this service uses; it comes without types. */
declare module 'fs-native-extensions' {
  /** Locks an open file exclusively until it is closed. @returns whether no other open file holds the lock */
  export function tryLock(fd: number): boolean;
}
