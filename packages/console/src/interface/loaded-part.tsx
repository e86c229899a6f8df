import { Component, type ReactNode, Suspense } from 'react';
import { request } from '../http/request.js';
import { type CommonText, PageError, useCatalogue } from '../language/language-provider.js';
import { Button } from './button.js';
import { ErrorNotice } from './notice.js';
import { useAction } from './use-action.js';

interface LoadedPartProps {
  /** Shown until the part is loaded. */
  loading?: ReactNode;
  children: ReactNode;
}

/**
 * A part of the page that is loaded when it is first shown. The service may be down by then, or replaced by a version whose
 * files have other names.
 */
export class LoadedPart extends Component<LoadedPartProps> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    const { loading, children } = this.props;
    return this.state.hasFailed ? <NotLoaded /> : <Suspense fallback={loading}>{children}</Suspense>;
  }
}

/** Reloads the page once the service responds, because a reload without it would leave an empty window. */
function NotLoaded() {
  const { errors } = useCatalogue<CommonText>();
  const reload = useAction();
  return (
    <ErrorNotice
      error={reload.error ?? new PageError((text: CommonText) => text.errors.notLoaded)}
      action={
        <Button
          busy={reload.busy}
          onClick={() =>
            void reload.run(async () => {
              await request('/health');
              window.location.reload();
            })
          }
        >
          {errors.reload}
        </Button>
      }
    />
  );
}
