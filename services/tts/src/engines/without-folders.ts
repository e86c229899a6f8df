/** An absolute path's folders: from the root, a drive or `file://`, not `/dev`, nor within an address, a package or a fraction. */
const FOLDERS = /(?<![\w:/\\.])(?!\/dev\/)(?:file:\/\/|[A-Za-z]:)?[/\\](?:[^\s/\\'"`:;,()<>]+[/\\])*(?=[\w.@-])/g;

/**
 * A reason for the public: file names without their folders on this machine. The log has the whole.
 */
export const withoutFolders = (reason: string): string => reason.replace(FOLDERS, '');
