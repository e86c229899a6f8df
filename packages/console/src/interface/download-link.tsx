import { type ReactNode, useEffect, useState } from 'react';

/** Saves a text as a file. */
export function DownloadLink({ content, name, children }: { content: string; name: string; children: ReactNode }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [content]);
  return (
    <a className="button button-ghost" href={url} download={name}>
      {children}
    </a>
  );
}
